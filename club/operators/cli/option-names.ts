/** A field as the command line writes it: `last_name` is `last-name`. */
export function optionName(field: string): string {
  return field.replaceAll("_", "-");
}

/** By what commander returns the option of a field: `last_name` is `lastName`. */
export function optionKey(field: string): string {
  return field.replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());
}
