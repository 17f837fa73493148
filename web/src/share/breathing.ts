/** Long work in short pieces, so that the page answers in between. */

const PIECE = 12; // milliseconds

/** Call `breathe` between small parts of a work: it waits whenever a piece is done; throws if it is to end. */
export function breather(signal?: AbortSignal): () => Promise<void> | undefined {
  let began = performance.now();
  return () => {
    signal?.throwIfAborted();
    if (performance.now() - began < PIECE) return undefined;
    return nextTask().then(() => {
      began = performance.now();
    });
  };
}

/** After whatever else the page has to do; also where nothing is painted. */
export const nextTask = (milliseconds = 0): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
