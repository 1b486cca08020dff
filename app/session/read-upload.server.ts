/**
 * Reads a form with files, unless it is larger than `bytes`. Null for one that is: it is read to its end without being kept,
 * because browsers read the response only afterwards.
 */
export async function readUploadForm(request: Request, bytes: number): Promise<FormData | null> {
  if (Number(request.headers.get("Content-Length") ?? 0) <= bytes) return request.formData();
  const reader = request.body?.getReader();
  while (reader && !(await reader.read()).done);
  return null;
}
