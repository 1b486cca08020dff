import { afterAll, beforeAll, expect, test } from "vitest";
import { createRouteFinder } from "../../server/routes";
import { openTestClub, type TestClub } from "../setup/club";
import { phones } from "../setup/demo";
import { openTestPortal, type TestPortal } from "../setup/portal";
import { startPortalServer } from "../setup/portal-server";
import { listRoutes } from "./route-list";

/** A photo as phones make them. */
const PHOTO_BYTES = 8 * 1024 * 1024;

let club: TestClub;
let portal: TestPortal;
let server: Awaited<ReturnType<typeof startPortalServer>>;

beforeAll(async () => {
  club = await openTestClub({ seed: true, work: false });
  portal = await openTestPortal(club, { extensions: true });
  server = await startPortalServer(portal, []);
});
afterAll(async () => {
  await server?.close();
  await portal?.close();
  await club?.close();
});

/** The addresses of a page's forms that have files, with the names of their file fields. */
function listFileForms(html: string): [address: string, fields: string[]][] {
  return [...html.matchAll(/<form\b[^>]*multipart\/form-data[^>]*>[\s\S]*?<\/form>/g)].map(([form]) => [
    /\baction="([^"]*)"/.exec(form)?.[1] ?? "",
    [...form.matchAll(/<input\b[^>]*>/g)].flatMap(([tag]) =>
      tag.includes('type="file"') ? [/\bname="([^"]*)"/.exec(tag)?.[1] ?? ""] : [],
    ),
  ]);
}

test("§3.4 every form with a file takes a phone's photo, and only addresses with such a form take large bodies", async () => {
  const forms = new Map<string, { cookie: string; fields: string[] }>();
  const pages = listRoutes(portal.build).filter(({ hasPage }) => hasPage);
  for (const role of ["curator", "manager", "member"] as const) {
    const cookie = await portal.logIn(phones[role]);
    for (const { path } of pages) {
      const page = await fetch(server.origin + path, { headers: { Cookie: cookie }, redirect: "manual" });
      for (const [address, fields] of listFileForms(await page.text())) forms.set(address, { cookie, fields });
    }
  }
  const { findUpload } = createRouteFinder(portal.build.routes);
  const pathOf = (address: string) => new URL(address, server.origin).pathname.replace(/\/$/, "");
  const declared = pages.map(({ path }) => path).filter((path) => findUpload(path) !== undefined);
  expect([...forms.keys()].map(pathOf).sort()).toEqual(declared.sort());

  for (const [address, { cookie, fields }] of forms) {
    const form = new FormData();
    for (const name of fields) {
      form.set(name, new File([new Uint8Array(PHOTO_BYTES)], "IMG_0001.jpg", { type: "image/jpeg" }));
    }
    const answer = await fetch(server.origin + address, {
      method: "POST",
      headers: { Cookie: cookie, Origin: server.origin },
      body: form,
      redirect: "manual",
    });
    expect([address, answer.status]).not.toEqual([address, 413]);
    await answer.body?.cancel();
  }
});
