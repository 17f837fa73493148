import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { chunks, games, serviceWorker } from "./plugins";
import { rulebook } from "./rulebook-plugin";

// The page is built into the Python package, whose server serves it.
export default defineConfig({
  base: "./", // the same files work in any folder of any host; the server lays its own at the root
  plugins: [svelte(), rulebook(), games(), serviceWorker()],
  build: {
    outDir: "../src/ewala/server/page",
    emptyOutDir: true,
    assetsInlineLimit: 0, // the content security policy allows files, no data: fonts or scripts
    target: "es2022",
    modulePreload: { polyfill: false },
    rollupOptions: { output: { manualChunks: chunks } },
  },
  worker: { format: "es" },
  server: { proxy: { "/api": { target: process.env["EWALA_SERVER"] ?? "http://127.0.0.1:8017", ws: true } } },
});
