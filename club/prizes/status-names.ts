import type { WithdrawalStatus } from "../../contract/values";

/** The statuses of an order as operators read them. */
export const statusNames: Record<WithdrawalStatus, string> = {
  new: "Новый",
  processing: "В обработке",
  need_documents: "Нужны документы",
  sent: "Отправлен",
  ready_for_pickup: "Ждёт в пункте выдачи",
  completed: "Выполнен",
  rejected: "Отклонён",
  cancelled: "Отменён",
};
