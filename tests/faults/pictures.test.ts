import type { IncomingHttpHeaders } from "node:http";
import { JSDOM } from "jsdom";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openTestClub, type TestClub } from "../setup/club";
import { CLIENT_ID, CLIENT_SECRET } from "../setup/club-call";
import { openTestPortal, type TestPortal } from "../setup/portal";
import { startPortalServer } from "../setup/portal-server";
import { type Fault, type FaultyUpstream, openFaultyUpstream } from "./faulty-upstream";

let club: TestClub;
let upstream: FaultyUpstream;
let portal: TestPortal;

beforeAll(async () => {
  club = await openTestClub({ seed: true });
  upstream = await openFaultyUpstream(club.origin);
  portal = await openTestPortal({ ...club, origin: upstream.origin });
});
afterEach(() => {
  upstream.fail(null);
  upstream.takeRequests();
  portal.takeLog();
});
afterAll(async () => {
  await portal.close();
  await upstream.close();
  await club.close();
});

const promotionsWith = (image_url: string): readonly [Fault, RegExp] => {
  const result = { items: [{ id: 1, name: "Акция", image_url }], total: 1 };
  return [{ status: 200, body: JSON.stringify({ success: true, result }) }, /actions\/list\/filter/];
};

/** The address of a promotion's picture as the page has it, and the rest of the upstream's faults. */
async function findPicture(named: string, ...faults: (readonly [Fault, RegExp])[]): Promise<string> {
  upstream.failEach([promotionsWith(named), ...faults]);
  const page = await portal.ask("/promo");
  const { document } = new JSDOM(await page.text()).window;
  return document.querySelector("main img")?.getAttribute("src") ?? "";
}

/** An upstream's file, whose request headers are kept. */
function serve(type: string, body = "content", headers: Record<string, string> = {}) {
  const asked: { url: string; headers: IncomingHttpHeaders }[] = [];
  const fault: Fault = (response) => {
    asked.push({ url: response.req.url ?? "", headers: response.req.headers });
    response.writeHead(200, { "Content-Type": type, ...headers }).end(body);
  };
  return { asked, file: [fault, /^\/(?!api)/] as const };
}

describe("addresses of the upstream's own host", () => {
  test.each([
    ["img/oil.png", "/img/oil.png"],
    ["/upload/2026/oil.png", "/upload/2026/oil.png"],
    ["./a/../img/масло 1.png", "/img/%D0%BC%D0%B0%D1%81%D0%BB%D0%BE%201.png"],
    ["/image.php?id=7&w=240", "/image.php?id=7&w=240"],
    ["/media/deep/oil.png", "/media/deep/oil.png"],
    ["/media/oil.png", "/media/oil.png"],
  ])("§3.1 %s is served by the portal, which browsers can reach", async (named, path) => {
    const { asked, file } = serve("image/png", "picture");
    const address = await findPicture(named, file);
    expect(address).toMatch(/^\/(?:files|media)\//);
    const session = await portal.logIn("79000000003");
    const picture = await portal.ask(address, { headers: { Cookie: session } });
    expect([picture.status, await picture.text()]).toEqual([200, "picture"]);
    expect(picture.headers.get("Content-Type")).toBe("image/png");
    expect(picture.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(picture.headers.get("Cache-Control")).toBe("public, max-age=3600");
    expect(asked).toEqual([{ url: path, headers: expect.objectContaining({ authorization: CREDENTIAL }) }]);
    expect(asked[0]?.headers).not.toHaveProperty("access-token");
  });

  test("architecture: the portal passes a range on and its part back, also what isn't there, and tells the length to HEAD", async () => {
    const { file_name } = await club.db.selectFrom("rules_documents").select("file_name").executeTakeFirstOrThrow();
    const server = await startPortalServer(portal, []);
    const ask = (headers: Record<string, string>, method = "GET") =>
      fetch(`${server.origin}/media/${file_name}`, { method, headers });
    const whole = await ask({});
    const file = Buffer.from(await whole.arrayBuffer());
    const tag = whole.headers.get("ETag") ?? "";
    expect(whole.headers.get("Accept-Ranges")).toBe("bytes");
    const head = await ask({}, "HEAD");
    expect([head.status, head.headers.get("Content-Length")]).toEqual([200, String(file.length)]);
    // Only GET has parts.
    const headOfPart = await ask({ Range: "bytes=10-19" }, "HEAD");
    expect([headOfPart.status, headOfPart.headers.get("Content-Length")]).toEqual([200, String(file.length)]);
    const part = await ask({ Range: "bytes=10-19", "If-Range": tag });
    expect([part.status, part.headers.get("Content-Range")]).toEqual([206, `bytes 10-19/${file.length}`]);
    expect(Buffer.from(await part.arrayBuffer()).equals(file.subarray(10, 20))).toBe(true);
    const other = await ask({ Range: "bytes=10-19", "If-Range": '"another"' });
    expect([other.status, (await other.arrayBuffer()).byteLength]).toEqual([200, file.length]);
    const none = await ask({ Range: `bytes=${file.length}-` });
    expect([none.status, none.headers.get("Content-Range")]).toEqual([416, `bytes */${file.length}`]);
    await server.close();
  });

  test("architecture: a compressed picture has a weak tag, the file as it is and its parts keep the strong one", async () => {
    const size = 4_000;
    const content = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"></svg>'.padEnd(size));
    await club.db.insertInto("files").values({ name: "long.svg", content_type: "image/svg+xml", content }).execute();
    const server = await startPortalServer(portal, []);
    const describe = async (accepted: string, more: Record<string, string> = {}, method = "GET") => {
      const headers = { "Accept-Encoding": accepted, ...more };
      const answer = await fetch(`${server.origin}/media/long.svg`, { method, headers });
      const bytes = (await answer.arrayBuffer()).byteLength;
      const [encoding, tag, length] = ["Content-Encoding", "ETag", "Content-Length"].map((name) =>
        answer.headers.get(name),
      );
      if (answer.status === 200) expect(answer.headers.get("Vary")).toContain("Accept-Encoding");
      return { status: answer.status, bytes, encoding, tag, length };
    };
    const plain = await describe("identity");
    const { tag } = plain;
    expect(plain).toEqual({
      status: 200,
      bytes: size,
      encoding: null,
      tag: expect.stringMatching(/^"/),
      length: String(size),
    });
    expect(await describe("identity", {}, "HEAD")).toEqual({ ...plain, bytes: 0 });
    const compressed = { status: 200, encoding: "br", tag: `W/${tag}`, length: null };
    expect(await describe("br")).toMatchObject(compressed);
    expect(await describe("br", {}, "HEAD")).toEqual({ ...compressed, bytes: 0, encoding: null });
    const part = { status: 206, bytes: 10, encoding: null, tag, length: "10" };
    expect(await describe("br", { Range: "bytes=10-19", "If-Range": tag ?? "" })).toEqual(part);
    // What was begun compressed isn't gone on with.
    expect(await describe("br", { Range: "bytes=10-19", "If-Range": `W/${tag}` })).toMatchObject(compressed);
    expect(await describe("identity", { Range: "bytes=-10" })).toEqual(part);
    await server.close();
  });

  test("architecture: a part is asked for as it is in the file, and never of a compressed one", async () => {
    const { asked, file } = serve("image/png", "picture");
    const address = await findPicture("/upload/oil.png", file);
    await (await portal.ask(address, { headers: { Range: "bytes=0-3" } })).text();
    expect(asked[0]?.headers).toMatchObject({ range: "bytes=0-3", "accept-encoding": "identity" });
  });

  test("architecture: the cache of guests' pages keeps out of it: each picture is fetched once", async () => {
    const { asked, file } = serve("image/png", "picture");
    const address = await findPicture("/upload/oil.png", file);
    const server = await startPortalServer(portal, []);
    expect(await (await fetch(server.origin + address)).text()).toBe("picture");
    expect(asked).toHaveLength(1);
    await server.close();
  });

  test("§3.1 an absolute address of the upstream is served by the portal as well", async () => {
    const { file } = serve("image/webp", "picture");
    const address = await findPicture(`${upstream.origin}/upload/oil.webp`, file);
    expect(address).toMatch(/^\/files\/[\w-]+\/upload\/oil\.webp$/);
    expect(await (await portal.ask(address)).text()).toBe("picture");
  });

  test("§2.1.7 so are the documents of the rules", async () => {
    const { file } = serve("application/pdf", "%PDF-");
    const result = { items: [{ code: "retail-rules", title: "Правила", link: "upload/rules.pdf" }], total: 1 };
    upstream.failEach([[{ status: 200, body: JSON.stringify({ success: true, result }) }, /content\/rules/], file]);
    const page = await portal.ask("/rules?document=retail-rules");
    const address = /data="([^"]+)"/.exec(await page.text())?.[1] ?? "";
    expect(address).toMatch(/^\/files\/[\w-]+\/upload\/rules\.pdf$/);
    const document = await portal.ask(address);
    expect([document.status, document.headers.get("Content-Type")]).toEqual([200, "application/pdf"]);
  });

  test.each([
    "/api/content/menu",
    "/API/x.png",
    "//api/../x/../api/x.png",
    "/%61pi/x.png",
    "javascript:alert(1)",
    "ftp://x/y",
  ])("§4.19 %s is no picture", async (named) => {
    const address = await findPicture(named);
    expect(address.startsWith("/files/")).toBe(false);
    expect(address).not.toContain("javascript");
  });
});

test.each([
  ["https://cdn.example.com/oil.png", "https://cdn.example.com/oil.png"],
  ["//cdn.example.com/oil.png", "https://cdn.example.com/oil.png"],
  ["data:image/png;base64,AAAA", "data:image/png;base64,AAAA"],
])("§3.1 a picture on another host is loaded from there: %s", async (named, expected) => {
  expect(await findPicture(named)).toBe(expected);
});

test("§3.1 §4.19 a picture on another host over http is left out: no page may load it", async () => {
  expect(await findPicture("http://cdn.example.com/oil.png")).toBe("");
});

describe("what the portal doesn't serve", () => {
  test("§4.19 a file that no reply has named, and another file under a signature", async () => {
    const { asked, file } = serve("image/png");
    const address = await findPicture("/upload/oil.png", file);
    const signature = address.split("/")[2];
    for (const path of [
      "/files/upload/passport.png",
      `/files/${signature}/upload/passport.png`,
      `/files/${signature}/upload/oil.png?id=1`,
      `/files/${signature}/../upload/oil.png`,
      `/files/${signature}`,
      "/files/",
      `/files/${"A".repeat(22)}//example.com/oil.png`,
    ]) {
      expect([path, (await portal.ask(path)).status]).toEqual([path, 404]);
    }
    expect(asked).toEqual([]);
  });

  test("§4.19 anything but a picture or a PDF, also below /media", async () => {
    for (const type of ["text/html", "text/javascript", "application/json", "application/octet-stream", ""]) {
      const { file } = serve(type, "<script>alert(1)</script>");
      const address = await findPicture("/upload/oil.png", file);
      for (const path of [address, "/media/oil.png"]) {
        const answer = await portal.ask(path);
        expect([type, path, answer.status, await answer.text()]).toEqual([
          type,
          path,
          404,
          expect.not.stringContaining("alert"),
        ]);
      }
    }
    expect(portal.takeLog()).toEqual([]);
  });

  test("§4.19 what a redirect of the upstream leads to", async () => {
    const other = serve("image/png", "other");
    const redirect: Fault = { status: 302, headers: { Location: `${club.origin}/media/x.png` }, body: "" };
    const address = await findPicture("/upload/oil.png", [redirect, /upload/], other.file);
    const answer = await portal.ask(address);
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/500.html"]);
    expect(other.asked).toEqual([]);
  });

  test.each([403, 404, 410])("§8.7 a file that the upstream answers with %i", async (status) => {
    const address = await findPicture("/upload/oil.png", [status, /upload/]);
    expect((await portal.ask(address)).status).toBe(404);
    expect(portal.takeLog()).toEqual([]);
  });
});

const CREDENTIAL = `Basic ${btoa(`${CLIENT_ID}:${CLIENT_SECRET}`)}`;
