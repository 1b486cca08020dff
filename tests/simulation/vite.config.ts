// The portal's build for the simulation: in a folder of its own, and without what makes the browser's files small.
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import remixConfig from "../../remix.config.js";
import { EDITS_VARIABLE, readEdited } from "./planted/edit";

const edits = JSON.parse(process.env[EDITS_VARIABLE] ?? "[]");

export default defineConfig({
  plugins: [
    {
      name: "planted-faults",
      enforce: "pre",
      load: (id) => readEdited(id, edits),
    },
    remix({ ...remixConfig, buildDirectory: process.env.BUILD_DIRECTORY ?? "build" }),
  ],
  logLevel: "error",
  build: { minify: false, sourcemap: false },
});
