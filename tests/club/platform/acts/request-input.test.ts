import { expect, test } from "vitest";
import { defineAct } from "../../../../club/platform/acts/act";
import { file, flag, lines, optionalText, text } from "../../../../club/platform/acts/field";
import { listTyped, openFile, openInput, sealFile, sealInput } from "../../../../club/platform/acts/request-input";
import { createSeal } from "../../../../club/platform/seal/seal";

const seal = createSeal(() => [Buffer.alloc(32, 7)]);
const options = { label: "Поле", help: "field" };
const act = defineAct({
  name: "open-door",
  group: "people",
  title: "Открыть дверь",
  summary: "Open a door.",
  gives: "nothing",
  roles: [],
  fields: {
    door: text(options),
    wide: flag(options),
    guests: lines(options),
    count: text(options),
    word: { ...optionalText(options), control: "secret" },
    picture: file(options),
  },
  run: async () => ({ lines: [] }),
});
const picture = { name: "снимок.png", contentType: "image/png", content: Buffer.from([0xff, 0x00, 0x41]) };

test("architecture: the input of an act is kept sealed, file and all, without what the act doesn't ask for", () => {
  const raw = { door: "семь", wide: true, guests: ["Анна", "Олег"], word: "сезам", picture, unknown: "x" };
  const sealed = sealInput(seal, act, raw);
  const { unknown: _unknown, ...known } = raw;
  expect(openInput(seal, sealed)).toEqual(known);
  for (const plain of ["семь", "сезам", "снимок"]) expect(sealed.toString()).not.toContain(plain);
  expect(JSON.parse(seal.open("act_requests.input_sealed", sealed).toString()).picture).toEqual({
    $file: { name: "снимок.png", contentType: "image/png", content: "/wBB" },
  });
  // What only looks like a file is kept as it is.
  const odd = { door: null, wide: { content: "text" }, guests: { name: "a" }, count: 5 };
  expect(openInput(seal, sealInput(seal, act, odd))).toEqual(odd);
});

test("architecture: what was typed is shown as it was typed, without secrets, files and what was left empty", () => {
  const typed = { door: "семь", wide: true, guests: ["Анна", "Олег"], count: 5, word: "сезам", picture };
  expect(listTyped(act, typed)).toEqual({ door: "семь", wide: "on", guests: "Анна\nОлег", count: "5" });
  expect(listTyped(act, { door: undefined, wide: false, guests: [], unknown: "x" })).toEqual({
    guests: "",
    unknown: "x",
  });
  expect(listTyped(act, { door: null, count: { content: "text" } })).toEqual({
    door: "null",
    count: "[object Object]",
  });
});

test("architecture: the file of an act comes back byte by byte, whether it was text or not", () => {
  const reply = { fileName: "ключи.txt", contentType: "text/plain" };
  const sealed = sealFile(seal, { ...reply, content: "слово" });
  expect(sealed.toString()).not.toContain("ключи");
  expect(openFile(seal, sealed)).toEqual({ ...reply, content: Buffer.from("слово") });
  expect(openFile(seal, sealFile(seal, { ...reply, content: picture.content }))).toEqual({
    ...reply,
    content: picture.content,
  });
  expect(() => openInput(seal, sealed)).toThrow();
});
