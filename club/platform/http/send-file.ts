import type { FileReply } from "./endpoint";

/** A download under its name, which is written twice: for old programs in ASCII, and as RFC 8187 asks. */
export function sendFile({ fileName, contentType, content }: FileReply): Response {
  const ascii = fileName.replace(/[^\w.-]+/g, "_");
  return new Response(typeof content === "string" ? content : new Uint8Array(content), {
    headers: {
      "Content-Type": contentType,
      "Content-Disposition": `attachment; filename="${ascii}"; filename*=UTF-8''${encodeName(fileName)}`,
      "X-Content-Type-Options": "nosniff",
    },
  });
}

/** `encodeURIComponent` leaves characters that such a name can't have, and throws at text that isn't Unicode. */
function encodeName(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
