/** Colours of app/globals.css. */
export const palette = `:root { color-scheme: light dark; --ground: light-dark(oklch(0.975 0.004 85), oklch(0.165 0.006 70)); --panel: light-dark(oklch(0.992 0.002 85), oklch(0.198 0.007 70)); --line: light-dark(oklch(0.2 0.02 70 / 0.1), oklch(1 0.01 80 / 0.075)); --text: light-dark(oklch(0.225 0.012 70), oklch(0.955 0.006 85)); --text-2: light-dark(oklch(0.42 0.014 70), oklch(0.755 0.01 80)); --text-3: light-dark(oklch(0.51 0.014 70), oklch(0.655 0.012 75)); --wave: light-dark(oklch(0.75 0.008 85), oklch(0.44 0.008 75)); --hue: light-dark(oklch(0.525 0.115 70), oklch(0.81 0.135 78)); }`;

export const style = `
${palette}
* { box-sizing: border-box; margin: 0; }
body { min-height: 100dvh; display: flex; flex-direction: column; background: var(--ground); color: var(--text); font: 16px/1.5 Geist, system-ui, sans-serif; }
main { flex: 1; width: 100%; max-width: 60rem; margin: 0 auto; padding: 1rem; display: flex; flex-direction: column; justify-content: center; gap: 2rem; }
figure { background: var(--panel); border: 1px solid var(--line); border-radius: 12px; overflow: hidden; }
img, video { display: block; width: 100%; height: auto; max-height: 78dvh; object-fit: contain; background: var(--ground); }
.audio { padding-top: 1.25rem; }
.wave { height: 6rem; margin: 0 1.25rem 1rem; cursor: pointer; background: linear-gradient(to right, var(--hue) var(--played, 0%), var(--wave) 0); mask: var(--peaks) 0 0 / 100% 100%; -webkit-mask: var(--peaks) 0 0 / 100% 100%; }
audio { display: block; width: calc(100% - 2.5rem); margin: 0 1.25rem; }
figcaption { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: 0.25rem 1rem; padding: 1rem 1.25rem; }
h1, h2 { font-size: 1.125rem; font-weight: 600; line-height: 1.35; overflow-wrap: anywhere; min-width: 0; }
figcaption a, nav a { color: var(--text-2); padding: 0.5rem 0; }
a:focus-visible, summary:focus-visible { outline: 2px solid var(--hue); outline-offset: 3px; border-radius: 4px; }
details { border-top: 1px solid var(--line); padding: 0.75rem 1.25rem; color: var(--text-2); }
summary { cursor: pointer; }
details p { white-space: pre-wrap; overflow-wrap: anywhere; padding-top: 0.5rem; }
nav { display: flex; justify-content: center; align-items: baseline; gap: 1.5rem; color: var(--text-3); font-variant-numeric: tabular-nums; }
nav:first-child { justify-content: flex-start; }
footer { padding: 1rem; text-align: center; color: var(--text-3); font-size: 0.8125rem; }
.failure { align-items: center; text-align: center; gap: 0.5rem; }
.failure p { color: var(--text-2); }
`.trim();

/** What the page of a project adds: a head, and tiles of one size in its order. */
export const projectStyle = `
main { max-width: 72rem; justify-content: flex-start; gap: 1.5rem; }
header { display: flex; flex-wrap: wrap; align-items: center; gap: 1rem 1.5rem; padding: 0.5rem 0; }
header img { width: 12rem; aspect-ratio: 4 / 3; object-fit: cover; border-radius: 12px; }
header div { flex: 1 1 16rem; min-width: 0; }
header h1 { font-size: 1.5rem; }
header p { color: var(--text-2); white-space: pre-line; overflow-wrap: anywhere; margin-top: 0.25rem; max-width: 44rem; }
.items { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(16.5rem, 1fr)); }
.items figure { display: flex; flex-direction: column; }
.items img, .items video { aspect-ratio: 4 / 3; max-height: none; }
.items img { object-fit: cover; }
.items .wave { flex: 1; height: auto; min-height: 5rem; }
.items figcaption { flex-wrap: nowrap; padding: 0.625rem 0.875rem; font-size: 0.875rem; }
.items h2 { font-size: 0.875rem; font-weight: 500; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; }
.items small { color: var(--text-3); font-size: 0.8125rem; margin-left: auto; }
.items details { margin-top: auto; font-size: 0.875rem; padding: 0.5rem 0.875rem; }
@media (max-width: 39rem) {
  .items { grid-template-columns: 1fr 1fr; gap: 0.5rem; }
  .items .audio, .items .video, .items :has(details) { grid-column: 1 / -1; }
  .items .image figcaption { flex-direction: column; gap: 0; padding: 0.5rem 0.75rem; }
}
`.trim();

export const script = `
for (const audio of document.querySelectorAll("audio")) {
  const wave = audio.previousElementSibling;
  const show = () => wave.style.setProperty("--played", (audio.duration ? (audio.currentTime / audio.duration) * 100 : 0) + "%");
  audio.addEventListener("timeupdate", show);
  audio.addEventListener("seeked", show);
  wave.addEventListener("click", (event) => {
    const { left, width } = wave.getBoundingClientRect();
    const seek = () => (audio.currentTime = ((event.clientX - left) / width) * audio.duration);
    if (audio.duration) seek();
    else audio.addEventListener("loadedmetadata", seek, { once: true });
    audio.play();
  });
}
document.addEventListener("play", ({ target }) => {
  for (const other of document.querySelectorAll("audio, video")) if (other !== target) other.pause();
}, true);
`.trim();
