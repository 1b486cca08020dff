// Serves the build in argv[2] as Remix's template for Express does.
import path from "node:path";
import { pathToFileURL } from "node:url";
import { createRequestHandler } from "@remix-run/express";
import type { ServerBuild } from "@remix-run/node";
import express from "express";
import { serve } from "../serve";

const folder = process.argv[2] ?? "";
const build: ServerBuild = await import(pathToFileURL(path.join(folder, "server/index.js")).href);

const app = express();
app.disable("x-powered-by");
app.use("/assets", express.static(path.join(folder, "client/assets"), { immutable: true, maxAge: "1y" }));
app.use(express.static(path.join(folder, "client"), { maxAge: "1h" }));
app.all("*", createRequestHandler({ build, mode: "production" }));
serve(app);
