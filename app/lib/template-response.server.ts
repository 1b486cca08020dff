/** The response with a file to be filled in and uploaded. @param fileName in Russian, with its extension */
export function sendTemplate(content: string | Uint8Array, contentType: string, fileName: string): Response {
  const extension = fileName.slice(fileName.lastIndexOf("."));
  return new Response(content as BodyInit, {
    headers: {
      "Content-Type": contentType,
      "Content-Disposition": `attachment; filename="template${extension}"; filename*=UTF-8''${encodeURIComponent(fileName)}`,
      "Cache-Control": "private, no-cache",
    },
  });
}
