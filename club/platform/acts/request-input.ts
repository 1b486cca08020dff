import type { FileReply } from "../http/endpoint";
import type { Seal } from "../seal/seal";
import type { Act } from "./act";
import type { RawInput } from "./carry-out";
import type { ActFile } from "./field";

/** How the input of an act and its files are kept until they are needed: sealed. */

const FILE_KEY = "$file";

export function sealInput(seal: Seal, act: Act, raw: RawInput): Buffer {
  const known = Object.entries(raw).filter(([name]) => name in act.fields);
  const plain = known.map(([name, value]) => [name, isFile(value) ? { [FILE_KEY]: encodeFile(value) } : value]);
  return seal.seal("act_requests.input_sealed", JSON.stringify(Object.fromEntries(plain)));
}

export function openInput(seal: Seal, sealed: Buffer): RawInput {
  const text = seal.open("act_requests.input_sealed", sealed).toString();
  const entries = Object.entries(JSON.parse(text) as Record<string, unknown>);
  return Object.fromEntries(entries.map(([name, value]) => [name, decodeFile(value)]));
}

/** What was typed, without files and what is secret. */
export function listTyped(act: Act, input: RawInput): Record<string, string> {
  const typed = Object.entries(input).flatMap(([name, value]) => {
    const isSecret = act.fields[name]?.control === "secret";
    if (isSecret || value === undefined || value === false || isFile(value)) return [];
    return [[name, Array.isArray(value) ? value.join("\n") : value === true ? "on" : String(value)]];
  });
  return Object.fromEntries(typed);
}

export function sealFile(seal: Seal, file: FileReply): Buffer {
  const content = Buffer.from(file.content).toString("base64");
  return seal.seal("act_requests.file_sealed", JSON.stringify({ ...file, content }));
}

export function openFile(seal: Seal, sealed: Buffer): FileReply {
  const { content, ...file } = JSON.parse(seal.open("act_requests.file_sealed", sealed).toString());
  return { ...file, content: Buffer.from(content, "base64") };
}

function isFile(value: unknown): value is ActFile {
  return typeof value === "object" && value !== null && Buffer.isBuffer((value as ActFile).content);
}

function encodeFile({ name, contentType, content }: ActFile) {
  return { name, contentType, content: content.toString("base64") };
}

function decodeFile(value: unknown): unknown {
  if (typeof value !== "object" || value === null || !(FILE_KEY in value)) return value;
  const file = value[FILE_KEY] as { name: string; contentType: string; content: string };
  return { ...file, content: Buffer.from(file.content, "base64") };
}
