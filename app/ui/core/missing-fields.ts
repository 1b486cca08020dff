import { useEffect, useState } from "react";
import type { FieldRule } from "../../../contract/field-rules";
import type { FormShell } from "./form-shell";

/**
 * Watches a form and says what is still missing in it, so that its button can wait (§5.1, §5.4, §5.13). Empty until
 * script is there: the server checks everything anyway. Fields that the browser itself fills in count as filled, though
 * their values may not be read yet.
 * @param list names of what is missing, from the form's present content; defined outside the component
 * @param found what look-ups have put into the form; it is looked at again when this changes
 */
export function useMissingFields(
  shell: Pick<FormShell, "id" | "result">,
  list: (data: FormData, isAutofilled: (name: string) => boolean) => string[],
  found?: unknown,
): string[] {
  const [missing, setMissing] = useState<string[]>([]);
  const { id, result } = shell;

  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer of the server may have changed the fields
  useEffect(() => {
    const form = document.getElementById(id);
    if (!(form instanceof HTMLFormElement)) return;
    const isAutofilled = (name: string) => {
      const control = form.elements.namedItem(name);
      return control instanceof HTMLInputElement && matchesAutofill(control);
    };
    const look = () => {
      const next = list(new FormData(form), isAutofilled);
      setMissing((last) => (last.join() === next.join() ? last : next));
    };
    look();
    form.addEventListener("input", look);
    form.addEventListener("change", look);
    return () => {
      form.removeEventListener("input", look);
      form.removeEventListener("change", look);
    };
  }, [id, result, list, found]);

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
