const PASSED_HEADERS = [
  "content-type",
  "content-disposition",
  "content-length",
  "content-range",
  "accept-ranges",
  "cache-control",
  "etag",
  "last-modified",
];

/** A reply of the upstream as the portal's own response, with this body and the headers that describe its file. */
export function passThrough(response: Response, body: ReadableStream<Uint8Array> | null, status = 200): Response {
  const headers = new Headers({ "X-Content-Type-Options": "nosniff" });
  const encoded = response.headers.has("content-encoding");
  for (const name of PASSED_HEADERS) {
    const value = response.headers.get(name);
    if (value !== null && !(encoded && name === "content-length")) headers.set(name, value);
  }
  return new Response(body, { status, headers });
}
