// Talking with the server: looks, acts, and the live changes.

const LOOK_AGAIN = 4000;
const LONGEST_PAUSE = 5000;

async function answerOf(response) {
  const body = await response.json();
  if (!response.ok) throw new Error(body.error ?? response.statusText);
  return body;
}

/** What the control interface shows by this name. */
export async function look(name) {
  return answerOf(await fetch(`/control/${name}`));
}

/** Do something; rejects with the server's sentence. */
export async function act(name, body = {}) {
  const headers = { "Content-Type": "application/json" };
  return answerOf(await fetch(`/control/${name}`, { method: "POST", headers, body: JSON.stringify(body) }));
}

/** The address of a file that was sent. */
export function fileAddress(path) {
  return `/control/file/${path.split("/").map(encodeURIComponent).join("/")}`;
}

/**
 * Follow all changes for ever. `begin(world)` gets everything at the start, and again after the server was
 * started anew; `hear(changes)` what happens then; `connected(yes)` says whether the line stands.
 */
export async function follow({ begin, hear, connected }) {
  let position = null;
  let pause = 250;
  for (;;) {
    try {
      if (position === null) {
        const world = await look("world");
        position = { run: world.run, after: world.last_change };
        begin(world);
      }
      const code = await listen(position, hear, () => {
        pause = 250;
        connected(true);
      });
      if (code === LOOK_AGAIN) position = null;
    } catch {
      // Nobody there: try again below.
    }
    if (position !== null) connected(false);
    await new Promise((resolve) => setTimeout(resolve, pause));
    pause = Math.min(pause * 2, LONGEST_PAUSE);
  }
}

function listen(position, hear, opened) {
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://${location.host}/control/live?run=${position.run}&after=${position.after}`);
    socket.onopen = opened;
    socket.onmessage = (event) => {
      const changes = JSON.parse(event.data);
      position.after = changes.at(-1).id;
      hear(changes);
    };
    socket.onclose = (event) => resolve(event.code);
  });
}
