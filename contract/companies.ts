import { z } from "zod";
import { defineCall } from "./call";
import { searchRule, segmentNameRule } from "./field-rules";
import { innField, optionalText, pageQuery, requiredText } from "./fields";
import {
  arrayOf,
  extensionField,
  keptId,
  listOf,
  objectOf,
  optionalId,
  optionalKeptId,
  rowOf,
  wireFlag,
  wireText,
} from "./reply-fields";
import { fieldMessages, participants } from "./values";

export const companyShape = {
  id: optionalId,
  actual_name_organization: wireText,
  legal_name_organization: wireText,
  legal_address_organization: wireText,
  inn: wireText,
  repsli_code: wireText,
};
export const companyReply = rowOf(companyShape);
export type Company = z.output<typeof companyReply>;

const distributor = rowOf({
  curator_id: keptId,
  actual_name_organization: wireText,
  legal_name_organization: wireText,
});
export type Distributor = z.output<typeof distributor>;

export const listDistributors = defineCall({
  method: "GET",
  path: "user/curator/companies/find/full_list",
  audience: "client",
  input: z.object({ search: optionalText(searchRule) }),
  reply: arrayOf(distributor),
  summary: "Distributors that a participant can belong to.",
});

export const findDistributors = defineCall({
  method: "GET",
  path: "user/curator/companies/find/{name}",
  audience: "client",
  input: z.object({ name: requiredText() }),
  reply: arrayOf(distributor),
  summary: "Distributors by a part of the name.",
});

export const findCompanyByTin = defineCall({
  method: "GET",
  path: "company/find/information/{tin}",
  audience: "client",
  input: z.object({ tin: innField }),
  reply: objectOf({ tin: wireText, name: wireText, address: wireText }),
  summary: "Legal name and address by tax number.",
});

export const companyExists = defineCall({
  method: "GET",
  path: "companies/check/exists/inn/{inn}",
  audience: "client",
  input: z.object({ inn: innField }),
  reply: objectOf({ exists: wireFlag }, { scalar: "exists" }),
  summary: "Whether a company with this tax number is a participant already.",
});

export const findManager = defineCall({
  method: "GET",
  path: "user/manager/phone/{phone}",
  audience: "client",
  input: z.object({ phone: requiredText() }),
  reply: objectOf({ id: optionalKeptId, manager_fio: wireText, curator_actual_name_organization: wireText }),
  summary: "A sales manager by phone (11 digits) or e-mail.",
});

const segment = rowOf({ id: keptId, display_name: wireText });
export type Segment = z.output<typeof segment>;

export const listSegments = defineCall({
  method: "GET",
  path: "segment/list",
  audience: "client",
  input: z.object({}),
  reply: arrayOf(segment),
  summary: "Segments of retail companies.",
});

export const addSegment = defineCall({
  method: "POST",
  path: "segment/custom",
  audience: "client",
  input: z.object({ display_name: requiredText(fieldMessages.segmentName, { ...segmentNameRule, required: true }) }),
  reply: objectOf({ id: optionalKeptId, display_name: wireText }, { scalarId: "id" }),
  summary: "Add a segment that isn't in the list.",
});

export const listCompanies = defineCall({
  method: "GET",
  path: "user/company/",
  audience: participants,
  input: z.object(pageQuery),
  reply: listOf(rowOf({ ...companyShape, segment: extensionField(wireText) })),
  summary: "Companies of the current participant.",
});
