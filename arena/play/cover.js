"use strict";
// The screen between two people: it shows nobody's cards, and waits for the next one.
(() => {
const news = JSON.parse(document.getElementById("news").textContent);

async function show(seat) {
  await fetch("screen", {method: "POST", headers: {"Content-Type": "application/json"},
    body: JSON.stringify({seat})});
  location.reload();
}

async function listen() {
  const query = new URLSearchParams({version: news.version, screen: news.screen, frames: 0, texts: 0});
  try {
    const answer = await fetch(`news?${query}`);
    const fresh = await answer.json();
    if (fresh.version !== news.version || fresh.screen !== news.screen) location.reload();
    else listen();
  } catch {
    setTimeout(listen, 1000);
  }
}

const names = news.people.map(([, name]) => name);
document.getElementById("whose").textContent = `Pass the screen to ${names.join(" or ")}`;
for (const [seat, name] of news.people) {
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.person = seat;
  button.textContent = `I am ${name}: show my cards`;
  button.addEventListener("click", () => show(seat));
  document.getElementById("choices").append(button);
}
listen();
})();
