import { useEffect, useState } from "react";
import type { FieldRule } from "../../../contract/field-rules";
import type { FormShell } from "./form-shell";

/**
 * Lists what is still missing in a form, so that its button can stay disabled (§5.1, §5.4, §5.13). Empty until hydration,
 * because the server validates everything anyway. A field that the browser has autofilled counts as filled, although its
 * value may not be readable yet.
 * @param list returns the names of missing fields; must be defined outside the component
 * @param dependency the form is checked again when it changes, such as the result of a lookup
 */
export function useMissingFields(
  shell: Pick<FormShell, "id" | "result">,
  list: (data: FormData, isAutofilled: (name: string) => boolean) => string[],
  dependency?: unknown,
): string[] {
  const [missing, setMissing] = useState<string[]>([]);
  const { id, result } = shell;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a reply of the server may have changed the fields
  useEffect(() => {
    const form = document.getElementById(id);
    if (!(form instanceof HTMLFormElement)) return;
    const isAutofilled = (name: string) => {
      const control = form.elements.namedItem(name);
      return control instanceof HTMLInputElement && matchesAutofill(control);
    };
    const check = () => {
      const next = list(new FormData(form), isAutofilled);
      setMissing((last) => (last.join() === next.join() ? last : next));
    };
    check();
    form.addEventListener("input", check);
    form.addEventListener("change", check);
    return () => {
      form.removeEventListener("input", check);
      form.removeEventListener("change", check);
    };
  }, [id, result, list, dependency]);

  return missing;
}

/** The names of required fields that are empty. */
export function listEmptyFields<Name extends string>(rules: Readonly<Record<Name, FieldRule>>, data: FormData): Name[] {
  return (Object.keys(rules) as Name[]).filter(
    (name) => rules[name].required && String(data.get(name) ?? "").trim() === "",
  );
}

function matchesAutofill(control: HTMLInputElement): boolean {
  try {
    return control.matches(":autofill");
  } catch {
    return control.matches(":-webkit-autofill");
  }
}
