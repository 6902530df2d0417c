let isLoaded = false;
const listeners = new Set<() => void>();

/** Whether the player's code has loaded, which comes with the first control that plays. */
export const playerPresence = {
  isLoaded: () => isLoaded,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  announce(): void {
    isLoaded = true;
    // Modules are evaluated before the components that subscribe, or while others render.
    queueMicrotask(() => listeners.forEach((listener) => listener()));
  },
};
