
"use strict";
// Shows the frames that Python made. Nothing here knows a rule of the game: a state is what the
// differences of all plies up to this one add up to.
(() => {
const game = JSON.parse(document.getElementById("replay").textContent);
const {frames, names, texts, views} = game;
const unit = game.unit || "ply";
let last = frames.length - 1;
const find = (id) => document.getElementById(id);
const board = document.querySelector(".arena-board");
const routes = [...board.querySelectorAll("[data-route]")];
const marks = board.querySelector("g.marks");
const standing = [...marks.children];
const NOTE_COLORS = 4;
const titles = new Map(routes.map((route) => [route, route.querySelector("title").textContent]));
let ply = 0;
let view = 0;
let timer = 0;
let resting = 0;
let state = null;
let classed = [];
let shownTo = () => {};

function make(kind, named, text) {
  const made = document.createElement(kind);
  if (named) made.className = named;
  if (text !== undefined) made.textContent = text;
  return made;
}

function who(seat) {
  return `${names[seat]} (${seat})`;
}

function counted(number, word) {
  return `${number} ${word}${number === 1 ? "" : "s"}`;
}

// What this view shows after a ply: the first view's state, and what this one has otherwise.
function stateAt(at) {
  const first = {};
  const own = {};
  for (let nth = 0; nth <= at; nth += 1) {
    Object.assign(first, frames[nth].d[0]);
    if (view) {
      for (const [name, value] of Object.entries(frames[nth].d[view] || {})) {
        if (value === "=") delete own[name];
        else own[name] = value;
      }
    }
  }
  return Object.assign(first, own);
}

function wordsOf(at) {
  const told = frames[at].w;
  return told[view] || told[0];
}

// Who answered at a ply; nobody where this view saw nothing of it.
function actorAt(at) {
  const actor = frames[at].s;
  const seen = views[view] === null || views[view] === actor || wordsOf(at).length;
  return seen ? actor : -1;
}

function faultsSeen() {
  return game.faults.filter((fault) => views[view] === null || fault.seat === views[view]);
}

// What the bots printed and noted at a ply, as far as this view shows it.
function ownWords(at) {
  return game.own.filter((said) => said.p === at && (views[view] === null || said.s === views[view]));
}

function notesAt(at) {
  return ownWords(at).filter((said) => said.r);
}

function sentence([seat, text]) {
  return seat < 0 ? texts[text] : `${who(seat)} ${texts[text]}`;
}

function faultSentence(fault) {
  return `${who(fault.seat)} is at fault (${fault.kind}): ${fault.sentence}`;
}

function sentencesAt(at) {
  const faults = faultsSeen().filter((fault) => fault.ply === at).map(faultSentence);
  const said = wordsOf(at).map(sentence);
  const all = [...faults, ...said];
  return all.length ? all : ["nothing that this seat could see"];
}

function cards(text, unknown) {
  const line = make("div", "cards");
  for (const [, number, letter] of (text || "").matchAll(/(\d+)(\D)/g)) {
    const card = make("span", `card ${game.cards[letter]}`);
    card.title = `${number} ${game.cards[letter]}`;
    card.setAttribute("role", "img");
    card.setAttribute("aria-label", card.title);
    card.append(make("b", "", number), make("i", "", letter));
    line.append(card);
  }
  if (unknown > 0) {
    line.append(make("span", "soft", `${line.children.length ? "+ " : ""}${unknown} unknown`));
  }
  if (!line.children.length) line.append(make("span", "soft", "none"));
  return line;
}

function numbers(text) {
  return text ? text.split(" ").map(Number) : [];
}

function tickets(seat) {
  const list = make("ul", "tickets");
  const kinds = [["done", "\u2713", "completed"], ["open", "\u25cb", "open"],
    ["offer", "?", "to choose from"]];
  let known = 0;
  for (const [kind, sign, words] of kinds) {
    for (const ticket of numbers(state[kind + seat])) {
      if (kind !== "offer") known += 1;
      const line = make("li", kind);
      line.title = words;
      const mark = make("span", "", `${sign} `);
      mark.setAttribute("aria-hidden", "true");
      line.append(mark, game.tickets[ticket], make("span", "unseen", `, ${words}`));
      list.append(line);
    }
  }
  const unknown = state[`kept${seat}`] - known;
  if (unknown > 0) list.append(make("li", "soft", `${counted(unknown, "unknown ticket")}`));
  return list;
}

function showTable() {
  const panel = make("div", "panel");
  const head = make("div", "head");
  const decks = `deck ${state.deck}, discarded ${state.discard}, ticket deck ${state.tickets}`;
  head.append(make("b", "", "Row "), make("span", "soft figure", decks));
  panel.append(head, cards(state.row, 0));
  for (const note of state.notes || []) panel.append(make("p", "notes", note));
  find("table").replaceChildren(panel);
}

function seatPanel(seat) {
  const panel = make("article", "panel seat");
  panel.dataset.seat = seat;
  panel.setAttribute("aria-label", who(seat));
  if (actorAt(ply) === seat) panel.classList.add("acts");
  const head = make("div", "head");
  head.append(make("span", "disc", seat), make("span", "name", names[seat]),
    make("span", "figure", counted(state[`points${seat}`], "point")),
    make("span", "figure", counted(state[`trains${seat}`], "train")),
    make("span", "figure soft", counted(state[`size${seat}`], "card")));
  if (state.asked === seat) head.append(make("span", "soft", "\u25c2 next"));
  panel.append(head);
  outcome(panel, seat);
  const hand = state[`hand${seat}`];
  const known = [...hand.matchAll(/\d+/g)].reduce((sum, [number]) => sum + Number(number), 0);
  panel.append(cards(hand, state[`size${seat}`] - known), tickets(seat));
  for (const note of state[`notes${seat}`] || []) panel.append(make("p", "notes", note));
  for (const fault of faultsSeen()) {
    if (fault.seat === seat && fault.ply <= ply) panel.append(faultLine(fault));
  }
  return panel;
}

function outcome(panel, seat) {
  const account = state[`account${seat}`];
  if (!account) return;
  const place = game.places.length ? `place ${game.places[seat]}: ` : "";
  panel.append(make("p", "outcome", `${place}score ${state[`score${seat}`]}: ${account}`));
}

function faultLine(fault) {
  const line = make("div", "fault");
  line.append(make("div", "", `at fault since ply ${fault.ply} (${fault.kind}): ${fault.sentence}`));
  for (const [title, text] of [["traceback", fault.traceback], ["printed", fault.output]]) {
    if (text.trim()) {
      const more = make("details");
      more.append(make("summary", "", title), make("pre", "", text));
      line.append(more);
    }
  }
  return line;
}

function showBoard() {
  const changed = Object.assign({}, frames[ply].d[0], view ? frames[ply].d[view] : {});
  for (const route of routes) {
    const name = `r${route.dataset.route}`;
    const owner = state[name];
    const claimed = owner !== undefined && owner !== null;
    if (claimed) route.dataset.seat = owner;
    else delete route.dataset.seat;
    route.classList.toggle("now", claimed && changed[name] === owner);
    const title = titles.get(route) + (claimed ? `; claimed by ${who(owner)}` : "");
    const element = route.querySelector("title");
    if (element.textContent !== title) element.textContent = title;
  }
  marks.replaceChildren(...standing);
  for (const [place, name] of classed) place.classList.remove(name);
  classed = [];
  for (const [name, value] of Object.entries(state)) {
    if (name.startsWith("m-") && value) showMark(...value);
  }
  showNotes();
}

// Marks what the notes of this ply name, each note in a colour of its own.
function showNotes() {
  for (const marked of board.querySelectorAll("[data-note]")) delete marked.dataset.note;
  notesAt(ply).forEach((note, nth) => {
    const chosen = [...note.r.map((route) => `[data-route="${route}"]`),
      ...note.c.map((city) => `[data-city="${city}"]`)];
    for (const place of chosen.length ? board.querySelectorAll(chosen.join()) : []) {
      place.dataset.note = nth % NOTE_COLORS;
    }
  });
}

function showMark(name, city, route, seat, title) {
  const symbol = find(`arena-mark-${name}`);
  const kind = city === null ? `[data-route="${route}"]` : `[data-city="${city}"]`;
  const place = board.querySelector(kind);
  if (place && !place.classList.contains(name)) {
    place.classList.add(name);
    classed.push([place, name]);
  }
  if (!symbol || !place) return;
  const copy = symbol.cloneNode(true);
  copy.removeAttribute("id");
  if (seat !== null) copy.dataset.seat = seat;
  copy.setAttribute("transform", `translate(${place.dataset.at})`);
  const said = document.createElementNS("http://www.w3.org/2000/svg", "title");
  said.textContent = title;
  copy.prepend(said);
  marks.append(copy);
}

function showWords() {
  const list = find("words");
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const line = list.children[ply];
  line.setAttribute("aria-current", "step");
  bringIntoSight(line, list);
}

// Scrolls inside a panel only: the page itself stays where the reader has put it.
function bringIntoSight(element, panel) {
  if (!element || panel.scrollHeight <= panel.clientHeight) return;
  const above = element.getBoundingClientRect().top - panel.getBoundingClientRect().top;
  const spare = panel.clientHeight - element.offsetHeight;
  if (above < 0 || above > spare) panel.scrollTop += above - Math.max(0, spare / 2);
}

function ownLine(said, nth) {
  const line = make("div", "own");
  const disc = make("span", "disc", said.s);
  disc.dataset.seat = said.s;
  line.append(disc, " ", make("span", "name", names[said.s]), " ");
  if (nth < 0) {
    line.append("prints", make("pre", "", texts[said.t]));
    return line;
  }
  if (said.r.length + said.c.length) {
    const swatch = make("i", "swatch");
    swatch.dataset.note = nth % NOTE_COLORS;
    swatch.title = "marked on the board in this colour";
    line.append(swatch, " ");
  }
  line.append(make("span", "said", texts[said.t]));
  return line;
}

function lineOf(at) {
  const line = make("li");
  line.dataset.ply = at;
  const words = make("div");
  for (const fault of faultsSeen()) {
    if (fault.ply === at) words.append(make("p", "fault", faultSentence(fault)));
  }
  for (const [seat, text] of wordsOf(at)) {
    const said = make("p");
    if (seat >= 0) {
      const disc = make("span", "disc", seat);
      disc.dataset.seat = seat;
      said.append(disc, " ", make("span", "name", names[seat]), " ");
    }
    said.append(make("span", "said", texts[text]));
    words.append(said);
  }
  if (!words.children.length) words.append(make("p", "soft", "nothing that this seat could see"));
  words.append(...ownWords(at).map((said) => ownLine(said, notesAt(at).indexOf(said))));
  line.append(make("span", "number", at), words);
  return line;
}

function writeWords() {
  find("words").replaceChildren(...frames.map((frame, at) => lineOf(at)));
}

function show() {
  state = stateAt(ply);
  const said = sentencesAt(ply);
  showBoard();
  showTable();
  find("seats").replaceChildren(...names.map((name, seat) => seatPanel(seat)));
  bringIntoSight(find("seats").querySelector(".acts"), find("seats").parentElement);
  showWords();
  const shown = said.length > 3 ? [...said.slice(0, 3), "\u2026"] : said;
  find("now").replaceChildren(...shown.map((text) => make("span", "said", `${text} `)));
  const scrub = find("scrub");
  scrub.value = ply;
  scrub.setAttribute("aria-valuetext", `${unit} ${ply} of ${last}: ${said[0]}`);
  find("count").textContent = `${unit} ${ply} of ${last}`;
  find("cursor").setAttribute("transform", `translate(${ply},0)`);
  find("view").value = view;
  shownTo();
}

// The address follows once the reader has come to rest: browsers refuse many changes in a row.
function remember() {
  if (game.unit) return;  // a game that is still being played has no moment to come back to
  clearTimeout(resting);
  resting = setTimeout(() => {
    const seat = views[view] === null ? "" : `&seat=${views[view]}`;
    const hash = `#ply=${ply}${seat}`;
    if (location.hash !== hash) history.replaceState(null, "", hash);
  }, 250);
}

function go(to) {
  const goal = Math.max(0, Math.min(last, to));
  if (!Number.isInteger(goal)) return;
  ply = goal;
  show();
  remember();
}

function look(to) {
  if (to < 0 || to >= views.length) return;
  view = to;
  writeWords();
  drawTicks();
  show();
  remember();
}

function readAddress() {
  const asked = new URLSearchParams(location.hash.slice(1));
  const seat = asked.get("seat");
  const chosen = seat === null ? 0 : views.indexOf(Number(seat));
  if (/^\d+$/.test(asked.get("ply") || "")) ply = Math.min(last, Number(asked.get("ply")));
  look(Math.max(0, chosen));
}

function seek(step, wanted) {
  for (let at = ply + step; at >= 0 && at <= last; at += step) {
    if (wanted(at)) {
      go(at);
      return;
    }
  }
}

function isDecision(at) {
  return views[view] === null ? frames[at].s >= 0 : frames[at].s === views[view];
}

function isKind(letter) {
  return (at) => (frames[at].k || "").includes(letter);
}

function isFault(at) {
  return faultsSeen().some((fault) => fault.ply === at);
}

function pause() {
  clearInterval(timer);
  timer = 0;
  find("play").textContent = "Play";
  find("play").setAttribute("aria-pressed", "false");
}

function start() {
  if (ply === last) go(0);
  const beat = () => {
    if (ply < last) go(ply + 1);
    if (ply >= last) pause();
  };
  clearInterval(timer);
  timer = setInterval(beat, 900 / Number(find("speed").value));
  find("play").textContent = "Pause";
  find("play").setAttribute("aria-pressed", "true");
}

function toggle() {
  if (timer) pause();
  else start();
}

function tick(at, kind, seat, title) {
  const mark = make("span", `tick ${kind}`);
  mark.style.left = `${(100 * at) / Math.max(1, last)}%`;
  mark.title = title;
  if (seat >= 0) mark.dataset.seat = seat;
  return mark;
}

function drawTicks() {
  const drawn = [];
  const kinds = [["c", "claim"], ["t", "tickets"], ["l", "last round"]];
  frames.forEach((frame, at) => {
    for (const [kind, word] of kinds) {
      if (isKind(kind)(at)) drawn.push(tick(at, kind, frame.s, `${unit} ${at}: ${word}`));
    }
  });
  for (const fault of faultsSeen()) drawn.push(tick(fault.ply, "f", -1, `ply ${fault.ply}: fault`));
  find("ticks").replaceChildren(...drawn);
}

const KEYS = {
  ArrowLeft: () => go(ply - 1),
  ArrowRight: () => go(ply + 1),
  " ": toggle,
  n: () => seek(1, isDecision),
  p: () => seek(-1, isDecision),
  c: () => seek(1, isKind("c")),
  C: () => seek(-1, isKind("c")),
  f: () => seek(1, isFault),
  F: () => seek(-1, isFault),
  Home: () => go(0),
  End: () => go(last),
  v: () => look((view + 1) % views.length),
  "?": () => find("help").showModal(),
};

function press(event) {
  const key = KEYS[event.key];
  const target = event.target;
  if (!key || event.ctrlKey || event.altKey || event.metaKey || find("help").open) return;
  if (target.matches("select") || (event.key === " " && target.matches("button,summary,[type=checkbox]"))) return;
  event.preventDefault();
  key();
}

function jumpFrom(event, element) {
  const frame = element.getBoundingClientRect();
  go(Math.round((last * (event.clientX - frame.left)) / frame.width));
}

function prepare() {
  find("scrub").max = last;
  find("seats").classList.toggle("many", names.length > 3);
  find("points-caption").textContent = `points, at most ${game.highest[0]}`;
  find("trains-caption").textContent = `trains left, at most ${game.highest[1]}`;
  views.forEach((seat, nth) => {
    const choice = make("option", "", seat === null ? "everything" : `what ${who(seat)} knew`);
    choice.value = nth;
    find("view").append(choice);
  });
  find("view").addEventListener("change", (event) => look(Number(event.target.value)));
  find("scrub").addEventListener("input", (event) => go(Number(event.target.value)));
  find("speed").addEventListener("change", () => timer && start());
  find("play").addEventListener("click", toggle);
  find("first").addEventListener("click", KEYS.Home);
  find("back").addEventListener("click", KEYS.ArrowLeft);
  find("on").addEventListener("click", KEYS.ArrowRight);
  find("last").addEventListener("click", KEYS.End);
  find("help-button").addEventListener("click", KEYS["?"]);
  find("chart").addEventListener("click", (event) => jumpFrom(event, find("chart")));
  find("ticks").addEventListener("click", (event) => jumpFrom(event, find("ticks")));
  find("words").addEventListener("click", (event) => {
    const line = event.target.closest("li");
    if (line) go(Number(line.dataset.ply));
  });
  document.addEventListener("keydown", press);
  window.addEventListener("hashchange", readAddress);
  readAddress();
}

// More of a game that is still being played: whoever looks at its end is shown the new end.
function grow(more) {
  const isAtEnd = ply === last;
  texts.push(...more.texts);
  frames.push(...more.frames);
  last = frames.length - 1;
  find("scrub").max = last;
  const first = frames.length - more.frames.length;
  find("words").append(...more.frames.map((frame, nth) => lineOf(first + nth)));
  drawTicks();
  if (isAtEnd) go(last);
  else show();
}

prepare();
window.arenaReplay = {grow, go, make, counted, who, atEnd: () => ply === last, last: () => last,
  state: () => stateAt(last), shown: (listen) => { shownTo = listen; }};
})();
