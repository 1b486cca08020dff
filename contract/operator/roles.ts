/** What an operator may do. An owner may do everything. */
export const operatorRoles = ["support", "content", "fulfilment", "finance", "owner"] as const;
export type OperatorRole = (typeof operatorRoles)[number];

/** The roles as the console shows them. */
export const operatorRoleNames: Record<OperatorRole, string> = {
  support: "Поддержка",
  content: "Содержание",
  fulfilment: "Выдача",
  finance: "Финансы",
  owner: "Владелец",
};
