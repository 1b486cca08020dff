import { addSegment, listSegments } from "../../../contract/companies";
import type { Refusal } from "../../../contract/reply";
import type { Visit } from "../../session/visit.server";
import { OTHER_SEGMENT } from "./company-fields";

/** The segments that the form offers. */
export async function listSegmentChoices(visit: Visit) {
  const segments = await visit.read(listSegments, {});
  return segments.map(({ id, display_name }) => ({ value: id, label: display_name }));
}

/** The id of the chosen segment. One that the participant has typed ("other") is added to the list first. */
export async function findOrAddSegment(visit: Visit, id: string, other: string) {
  if (id !== OTHER_SEGMENT) return { ok: true as const, id };
  const answer = await visit.call(addSegment, { display_name: other });
  if (!answer.ok) return answer;
  if (answer.result.id) return { ok: true as const, id: answer.result.id };
  // A reply need not tell the id of the new segment: the list does.
  const added = (await visit.read(listSegments, {})).find(({ display_name }) => isSameName(display_name, other));
  return added ? { ok: true as const, id: added.id } : { ok: false as const, refusal: SEGMENT_NOT_ADDED };
}

function isSameName(one: string, other: string): boolean {
  return one.trim().toLocaleLowerCase("ru") === other.trim().toLocaleLowerCase("ru");
}

const SEGMENT_NOT_ADDED: Refusal = {
  status: 422,
  aliases: [],
  message: "Свой сегмент добавить не получилось. Выберите подходящий из списка.",
  fields: {},
};
