import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { games } from "./plugins";

// The page's modules as a browser gets them, without a browser: tests/browser.ts has the little of one that they ask for.
export default defineConfig({
  plugins: [svelte(), games()],
  resolve: { conditions: ["browser"] },
  test: {
    include: ["tests/**/*.test.ts"],
    environment: "./tests/browser.ts",
    pool: "threads",
    isolate: false, // half the time; files share modules, and each test sets what it depends on
    restoreMocks: true,
    unstubGlobals: true,
  },
});
