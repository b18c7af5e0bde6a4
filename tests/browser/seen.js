// What a reader sees of a replay page: read from the elements, not from the page's data.
() => {
  const text = (element) => (element ? element.textContent : "");
  const cards = (line) => [...line.querySelectorAll(".card")].map((card) => card.ariaLabel);
  const seats = [...document.querySelectorAll("#seats .seat")].map((panel) => ({
    figures: [...panel.querySelectorAll(".figure")].map(text),
    cards: cards(panel),
    unknown: text(panel.querySelector(".cards .soft")),
    tickets: [...panel.querySelectorAll(".tickets li")].map((line) => [line.className, text(line)]),
    notes: [...panel.querySelectorAll(".notes")].map(text),
  }));
  const claims = [...document.querySelectorAll(".arena-board [data-route][data-seat]")];
  const now = document.querySelector("#words [aria-current]");
  return {
    seats,
    row: cards(document.querySelector("#table")),
    decks: text(document.querySelector("#table .figure")),
    notes: [...document.querySelectorAll("#table .notes")].map(text),
    claims: Object.fromEntries(claims.map((route) => [route.dataset.route, route.dataset.seat])),
    titles: claims.map((route) => text(route.querySelector("title"))),
    claimed: [...document.querySelectorAll(".arena-board .now title")].map(text),
    marks: [...document.querySelectorAll(".arena-board .marks title")].map(text),
    words: [...now.querySelectorAll("p")].map(text),
    ply: now.dataset.ply,
  };
}
