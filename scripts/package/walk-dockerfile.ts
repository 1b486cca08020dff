import { execFileSync } from "node:child_process";
import { cp, mkdir } from "node:fs/promises";
import path from "node:path";
import { readDockerfile, type Step } from "./read-dockerfile";

/** What the last stage has become. Its root is a folder; paths of the image lie under it. */
export interface Image {
  readonly root: string;
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly user: string;
  readonly command: readonly string[];
  readonly healthCheck: readonly string[];
}

export interface WalkOptions {
  readonly dockerfile: string;
  /** Text of the file that says what of the context the steps see. */
  readonly ignore: string;
  /** The folder that is copied from. */
  readonly context: string;
  /** An empty folder, in which each stage gets its own. */
  readonly target: string;
  readonly onStep: (step: string) => void;
}

/**
 * Does what the steps of a Dockerfile say in folders of this machine, with its Node, shell and user: it shows that the steps
 * follow from each other and that nothing is missing, not what the image they begin with has.
 *
 * @throws Error when a step fails
 */
export async function walkDockerfile(options: WalkOptions): Promise<Image> {
  const stages = readDockerfile(options.dockerfile);
  const roots = new Map<string, string>();
  let image: Image | undefined;
  for (const [index, { name, steps }] of stages.entries()) {
    const root = path.join(options.target, name ?? String(index));
    if (name) roots.set(name, root);
    await mkdir(root, { recursive: true });
    image = await walkStage(steps, root, roots, options);
  }
  if (!image) throw new Error("There is no stage");
  return image;
}

async function walkStage(
  steps: readonly Step[],
  root: string,
  roots: ReadonlyMap<string, string>,
  { ignore, context, onStep }: WalkOptions,
): Promise<Image> {
  let image: Image = { root, folder: root, env: {}, user: "0:0", command: [], healthCheck: [] };
  for (const { instruction, words } of steps) {
    const text = words.join(" ");
    onStep(`${path.basename(root)}: ${instruction} ${text}`);
    if (instruction === "WORKDIR") {
      image = { ...image, folder: path.join(root, text) };
      await mkdir(image.folder, { recursive: true });
    } else if (instruction === "ENV") {
      image = { ...image, env: { ...image.env, ...Object.fromEntries(words.map((word) => word.split("=", 2))) } };
    } else if (instruction === "USER") image = { ...image, user: text };
    else if (instruction === "CMD") image = { ...image, command: JSON.parse(text) };
    else if (instruction === "HEALTHCHECK") image = { ...image, healthCheck: JSON.parse(text.replace(/^.*?CMD /, "")) };
    else if (instruction === "COPY") await copy(words, image, roots, context, ignore);
    else if (instruction === "RUN") run(underRoot(text, root), image);
    else if (!["VOLUME", "EXPOSE", "STOPSIGNAL"].includes(instruction))
      throw new Error(`${instruction} isn't understood`);
  }
  return image;
}

async function copy(
  words: readonly string[],
  { folder }: Image,
  roots: ReadonlyMap<string, string>,
  context: string,
  ignore: string,
): Promise<void> {
  const stage = words[0]?.startsWith("--from=") ? words[0].slice("--from=".length) : undefined;
  const sources = words.slice(stage === undefined ? 0 : 1, -1);
  const target = path.join(folder, words.at(-1) ?? "");
  const seen = ignore.split("\n").flatMap((line) => (line.startsWith("!") ? [line.slice(1)] : []));
  for (const source of sources) {
    const from = stage === undefined ? path.join(context, source) : path.join(roots.get(stage) ?? "", source);
    if (stage === undefined && source === ".") {
      for (const entry of seen) await cp(path.join(context, entry), path.join(target, entry), { recursive: true });
    } else if (stage === undefined && !seen.includes(source) && !seen.includes(source.split("/", 1)[0] ?? "")) {
      throw new Error(`${source} is kept out by the ignore file`);
    } else {
      const to = words.at(-1)?.endsWith("/") ? path.join(target, path.basename(source)) : target;
      await cp(from, to, { recursive: true, verbatimSymlinks: true });
    }
  }
}

function run(command: string, { folder, env }: Image): void {
  execFileSync("sh", ["-ec", command], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** The image's folders are those under its root: a path that begins a word. */
export function underRoot(text: string, root: string): string {
  return text.replace(/(?<=^|[\s=])\/(?=\w)/g, `${root}/`);
}
