/** Puts a name into Russian quotation marks. The name's own become the inner ones: `ООО «Ось»` is quoted as `«ООО „Ось“»`. */
export function quote(name: string): string {
  return `«${name.replace(/«/g, "„").replace(/»/g, "“")}»`;
}
