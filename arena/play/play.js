"use strict";
// Puts questions to a person and posts the answers. Nothing here knows a rule of the game: Python
// lists the answers with their words and places, and says why others are refused.
(() => {
const replay = window.arenaReplay;
const {make} = replay;
const find = (id) => document.getElementById(id);
const game = JSON.parse(find("replay").textContent);
const board = document.querySelector(".arena-board");
const me = game.views[0];
let news = JSON.parse(find("news").textContent);
let heard = {frames: news.frames.length, texts: news.texts.length};
let place = null;     // the route or city whose answers are shown
let said = null;      // a refusal or a hint
const isOpen = {};    // which lists of places a person has opened or shut
let before = replay.state();  // what this person saw at the last answer
let sent = 0;         // how often something was posted
let busy = false;     // an answer is on its way

function button(text, act, named) {
  const made = make("button", named || "", text);
  made.type = "button";
  made.disabled = busy;
  made.addEventListener("click", act);
  return made;
}

async function post(path, body) {
  const answer = await fetch(path, {method: "POST",
    headers: {"Content-Type": "application/json"}, body: JSON.stringify(body)});
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.json();
}

// Posts something; a refusal is shown, and the question stays open.
async function send(path, body) {
  if (busy) return null;
  busy = true;
  said = null;
  sent += 1;
  const mine = sent;
  const earlier = before;
  if (path === "answer") before = replay.state();
  for (const each of document.querySelectorAll("#ask button,.row button")) each.disabled = true;
  try {
    const answer = await post(path, body);
    if (mine !== sent) return answer;  // the next question has come, and its answer is on its way
    if (answer.refused) {
      said = answer.refused;
      before = earlier;
    }
    busy = path === "answer" && !answer.refused && isAsked(body.question);
    return answer;
  } catch {
    busy = false;
    said = {sentence: "the game does not answer: is its command still running?", rules: []};
    return null;
  } finally {
    if (!busy) render();
  }
}

function isAsked(question) {
  return Boolean(news.question && news.question.id === question);
}

function answer(text) {
  return send("answer", {question: news.question.id, text});
}

async function hint() {
  if (!news.question) return;
  const told = await send("hint", {question: news.question.id});
  if (told && told.lines) {
    said = {hint: told};
    render();
  }
}

async function takeBack() {
  if (news.back) await send("back", {});
}

async function passOn() {
  await send("screen", {seat: null});
}

async function leave() {
  const words = "Leave the game? It is not stored, and can't be gone on with.";
  if (!news.ended && !window.confirm(words)) return;
  await send("leave", {});
  document.body.replaceChildren(make("p", "left", "You have left the game. This tab can be closed."));
  stopped = true;
}

function offersAt(kind, value) {
  return news.question.offers.filter((offer) => offer[kind] === value);
}

function placesOf(kind) {
  const places = new Map();
  for (const offer of news.question ? news.question.offers : []) {
    if (offer[kind] === undefined) continue;
    if (!places.has(offer[kind])) places.set(offer[kind], []);
    places.get(offer[kind]).push(offer);
  }
  return places;
}

function titleOf(kind, value) {
  const element = board.querySelector(`[data-${kind}="${value}"] title`);
  return element ? element.textContent : `${value}`;
}

function choose(kind, value) {
  if (!news.question || busy) return;
  const offers = offersAt(kind, value);
  said = null;
  if (offers.length === 1 && kind === "city") answer(offers[0].text);
  else if (offers.length) {
    place = {kind, value};
    render();
  } else if (kind === "route") {
    place = null;
    send("why", {question: news.question.id, route: value});
  }
}

function saidPanel() {
  const panel = make("div", said.hint ? "hint" : "refusal");
  panel.setAttribute("role", "status");
  if (said.hint) {
    said.hint.lines.forEach((line, nth) => {
      const text = said.hint.texts[nth];
      const words = make("p", "", line.slice(0, line.lastIndexOf(": ")));
      words.append(" ", button("do that", () => answer(text), "small"));
      panel.append(words);
    });
    return panel;
  }
  panel.append(make("p", "", said.sentence));
  for (const rule of said.rules) {
    const more = make("details");
    more.append(make("summary", "", `${rule.number}: ${rule.title}`));
    for (const text of rule.text) more.append(make("p", "", text));
    panel.append(more);
  }
  return panel;
}

// Tickets to keep, or warehouses to collect: any choice of them is posted, and may be refused.
function partsPanel() {
  const {parts, word} = news.question;
  const form = make("form", "parts");
  for (const part of parts) {
    const label = make("label");
    const box = make("input");
    box.type = "checkbox";
    box.name = part.number;
    label.append(box, " ", part.words);
    if (part.ticket !== undefined) pointAtTicket(label, part.ticket);
    form.append(label);
  }
  const done = make("button", "main", "That is my choice");
  done.disabled = busy;
  form.append(done);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const chosen = [...form.querySelectorAll("input:checked")].map((box) => box.name);
    answer([word, ...chosen].join(" "));
  });
  return form;
}

function placePanel() {
  const panel = make("div", "ways");
  panel.append(make("p", "", titleOf(place.kind, place.value)));
  for (const offer of offersAt(place.kind, place.value)) {
    panel.append(button(offer.words, () => answer(offer.text), "main"));
  }
  panel.append(button("Something else", () => { place = null; render(); }, "small"));
  return panel;
}

// What is done at each of several cities: the words of an answer up to the city's name.
function cityWords(places) {
  const [[city, [offer]]] = places;
  const at = offer.words.indexOf(titleOf("city", city));
  return `${at < 0 ? "" : offer.words.slice(0, at)}\u2026`;
}

function listPanel(kind, isUsuallyOpen) {
  const places = placesOf(kind);
  if (!places.size) return [];
  const words = kind === "city" ? cityWords(places) : "Routes that you can claim";
  const list = make("details", "places");
  list.open = kind in isOpen ? isOpen[kind] : isUsuallyOpen;
  list.addEventListener("toggle", () => { isOpen[kind] = list.open; });
  list.append(make("summary", "", `${words} (${places.size})`));
  const inside = make("div", "choices");
  const titles = [...places.keys()].map((value) => [titleOf(kind, value), value]);
  titles.sort(([one], [other]) => one.localeCompare(other));
  for (const [title, value] of titles) {
    const made = button(title.replace(/; .*/, ""), () => choose(kind, value), "small");
    made.addEventListener("pointerenter", () => point(kind, value, true));
    made.addEventListener("pointerleave", () => point(kind, value, false));
    inside.append(made);
  }
  list.append(inside);
  return [list];
}

// The two places of a ticket stand out while the pointer is on it.
function pointAtTicket(element, ticket) {
  for (const [name, isOn] of [["pointerenter", true], ["pointerleave", false]]) {
    element.addEventListener(name, () => {
      for (const city of game.ends[ticket]) point("city", city, isOn);
    });
  }
}

function ticketsOf(state, kind) {
  const text = state[kind + me];
  return text ? text.split(" ").map(Number) : [];
}

function point(kind, value, isOn) {
  board.querySelector(`[data-${kind}="${value}"]`)?.classList.toggle("pointed", isOn);
}

function questionPanel() {
  const {question} = news;
  if (question.parts) return [partsPanel()];
  if (place) return [placePanel()];
  const rows = new Set(question.row.map((card) => card.text));
  const plain = question.offers.filter((offer) => offer.route === undefined &&
    offer.city === undefined && !rows.has(offer.text));
  const buttons = make("div", "choices");
  buttons.append(...plain.map((offer) => button(offer.words, () => answer(offer.text), "one")));
  const hints = [];
  if (question.row.length) hints.push("take cards below");
  if (placesOf("route").size) hints.push("claim a route that glows");
  const note = hints.length ? [make("p", "soft", `You can ${hints.join(", or ")}${plain.length ? ", or:" : "."}`)] : [];
  const isAlone = !question.row.length && !placesOf("route").size;
  return [...note, ...(plain.length ? [buttons] : []),
    ...listPanel("route", false), ...listPanel("city", isAlone)];
}

function toolsPanel() {
  const tools = make("div", "tools");
  if (news.question) tools.append(button("Hint", hint, "small"));
  if (news.back) tools.append(button("Take back", takeBack, "small"));
  if (news.pass) tools.append(button("Pass the screen on", passOn, "main"));
  if (!replay.atEnd()) tools.append(button("Back to now", () => replay.go(replay.last()), "main"));
  if (news.ended) {
    const link = make("a", "", "Look at the whole game");
    link.href = "replay";
    link.target = "_blank";
    tools.append(link);
  }
  return tools;
}

function render() {
  const panel = find("ask");
  const words = news.question ? news.question.words : news.waiting;
  const parts = [make("h2", "", words)];
  if (news.ended) parts.push(make("p", "", news.ended));
  if (said) parts.push(saidPanel());
  if (news.question) parts.push(...questionPanel());
  parts.push(toolsPanel());
  panel.replaceChildren(...parts);
  panel.classList.toggle("yours", Boolean(news.question));
  if (news.ended) find("leave").textContent = "Close";
  decorate();
}

// What the replay page has drawn, made clickable: the row, the board, and one's own seat first.
function decorate() {
  const isNow = replay.atEnd();
  const state = replay.state();
  const routes = placesOf("route");
  const cities = placesOf("city");
  for (const element of board.querySelectorAll("[data-route],[data-city]")) {
    const {route, city} = element.dataset;
    const legal = route === undefined ? cities.has(Number(city)) : routes.has(Number(route));
    element.classList.toggle("legal", isNow && legal);
    const chosen = place && `${place.value}` === (place.kind === "route" ? route : city);
    element.classList.toggle("chosen", Boolean(isNow && chosen));
    const name = `r${route}`;
    const isFresh = route !== undefined && state[name] >= 0 && !(before[name] >= 0);
    element.classList.toggle("fresh", isNow && isFresh);
  }
  const open = [...ticketsOf(state, "open"), ...ticketsOf(state, "offer")];
  const wanted = new Set(open.flatMap((ticket) => game.ends[ticket]));
  for (const city of board.querySelectorAll("[data-city]")) {
    city.classList.toggle("wanted", wanted.has(Number(city.dataset.city)));
  }
  for (const panel of find("seats").children) {
    panel.classList.toggle("me", panel.dataset.seat === `${me}`);
  }
  const own = ["done", "open", "offer"].flatMap((kind) => ticketsOf(state, kind));
  find("seats").querySelectorAll(".me .tickets li").forEach((line, nth) => {
    if (own[nth] !== undefined) pointAtTicket(line, own[nth]);
  });
  const row = find("table").querySelector(".cards");
  if (isNow && news.question && news.question.row.length && row) row.replaceWith(rowPanel());
}

function rowPanel() {
  const line = make("div", "cards row");
  for (const card of news.question.row) {
    const made = button("", () => answer(card.text), `card ${game.cards[card.letter] || "deck"}`);
    made.append(make("i", "", card.letter));
    made.title = card.words;
    made.setAttribute("aria-label", card.words);
    if (!card.legal) made.classList.add("off");
    line.append(made);
  }
  return line;
}

function drawChart() {
  const text = news.chart.replace("<svg", `<svg xmlns="${board.namespaceURI}"`);
  const drawn = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const chart = find("chart");
  chart.setAttribute("viewBox", drawn.getAttribute("viewBox"));
  chart.replaceChildren(...[...drawn.children].map((child) => document.importNode(child, true)));
  find("points-caption").textContent = `points, at most ${news.highest[0]}`;
  find("trains-caption").textContent = `trains left, at most ${news.highest[1]}`;
}

function take(fresh) {
  if (fresh.screen !== news.screen) {
    location.reload();
    return;
  }
  const asked = news.question && news.question.id;
  const is = fresh.question && fresh.question.id;
  news = fresh;
  if (asked !== is) {
    place = null;
    said = null;
    busy = false;
  }
  if (fresh.frames.length) {
    drawChart();
    heard.frames += fresh.frames.length;
    heard.texts += fresh.texts.length;
    replay.grow(fresh);
  }
  render();
  document.title = (fresh.question ? "\u25cf " : "") + game.title;
}

let stopped = false;

async function listen() {
  while (!stopped) {
    try {
      const query = new URLSearchParams({version: news.version, screen: news.screen, ...heard});
      const answer = await fetch(`news?${query}`);
      if (!answer.ok) throw new Error(`${answer.status}`);
      take(await answer.json());
    } catch {
      if (stopped) return;
      if (!news.ended) {
        said = {sentence: "the game does not answer: is its command still running?", rules: []};
        render();
      }
      await new Promise((done) => setTimeout(done, 2000));
    }
  }
}

function clickBoard(event) {
  const element = event.target.closest("[data-route],[data-city]");
  if (!element || !news.question || !replay.atEnd()) return;
  const {route, city} = element.dataset;
  if (route === undefined) choose("city", Number(city));
  else choose("route", Number(route));
}

function press(event) {
  const isTyping = event.target.matches("select") || find("help").open;
  if (isTyping || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === "h") hint();
  else if (event.key === "u") takeBack();
  else if (event.key === "Escape" && place) {
    place = null;
    render();
  }
}

board.addEventListener("click", clickBoard);
document.addEventListener("keydown", press);
find("leave").addEventListener("click", leave);
replay.shown(decorate);
replay.go(replay.last());
render();
listen();
})();
