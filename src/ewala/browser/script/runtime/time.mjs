/** Clocks. */
export const time = () => Date.now() / 1000;
export const monotonic = () => performance.now() / 1000;
export const perf_counter = monotonic;
