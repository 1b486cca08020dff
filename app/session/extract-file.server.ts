/** Removes an uploaded file from the form, so that the other fields can be sent back with their errors. Null for an empty file. */
export function extractFile(formData: FormData, name: string): File | null {
  const value = formData.get(name);
  formData.delete(name);
  return value instanceof File && value.size > 0 ? value : null;
}
