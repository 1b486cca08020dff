import { searchRule } from "../../contract/field-rules";

/** The text of a search field in an address: trimmed and no longer than the field accepts; empty when it is missing. */
export function readSearchText(parameters: URLSearchParams, name: string): string {
  return parameters.get(name)?.trim().slice(0, searchRule.maxLength) ?? "";
}
