/** What the club knows of how an order was handed out. */
export interface HandingOut {
  /** A certificate's code was given to it. */
  readonly hasCode: boolean;
  /** An agent had it in a file and has answered that it is paid. */
  readonly isPaidByAgent: boolean;
  /** Empty when none was stored. */
  readonly trackingNumber: string;
  readonly isAtPickupPoint: boolean;
}

/**
 * What shows that an order of a kind reached its participant. Without it an order is completed only with a written reason and
 * a second operator's yes.
 */
export interface Evidence {
  /** What is missing and how it comes, in Russian, for the operator. */
  readonly missing: string;
  isThere(handingOut: HandingOut): boolean;
}

export const certificateCode: Evidence = {
  missing: "У заказа нет кода: выдайте сертификат.",
  isThere: ({ hasCode }) => hasCode,
};

export const agentAnswer: Evidence = {
  missing: "Агент не подтвердил перевод: отдайте заказ агенту файлом и загрузите его ответ.",
  isThere: ({ isPaidByAgent }) => isPaidByAgent,
};

export const delivery: Evidence = {
  missing: "Нет ни номера отправления, ни отметки, что подарок в пункте выдачи.",
  isThere: ({ trackingNumber, isAtPickupPoint }) => trackingNumber !== "" || isAtPickupPoint,
};
