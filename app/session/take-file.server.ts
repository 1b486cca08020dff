/** Takes an uploaded file out of a form, so that what remains can be sent back with its errors. An empty one is none. */
export function takeFile(formData: FormData, name: string): File | null {
  const value = formData.get(name);
  formData.delete(name);
  return value instanceof File && value.size > 0 ? value : null;
}
