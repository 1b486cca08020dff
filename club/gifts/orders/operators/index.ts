import type { OperatorPart } from "../../../platform/acts/view";
import { addCertificateCodes } from "./add-certificate-codes";
import { exportPayouts, exportTopups } from "./export-batch";
import { issueCertificate, issueCertificates } from "./issue-certificates";
import { certificateStock } from "./list-certificate-stock";
import { orders } from "./list-orders";
import { completeOrders, refuseOrders } from "./many-orders";
import { orderCard } from "./order-card";
import { readAgentAnswer } from "./read-agent-answer";
import { reopenOrder } from "./reopen-order";
import { completeOrder, readyForPickup, refuseOrder, setTracking, setWithdrawalStatus, startOrder } from "./set-status";
import { setTaxLimit } from "./set-tax-limit";
import { showCertificateCode } from "./show-certificate-code";
import { showRecipient } from "./show-recipient";
import { taxRegister } from "./tax-register";

/** What operators do about orders, from the queue to the tax register. */
export const ordersPart: OperatorPart = {
  acts: [
    startOrder,
    completeOrder,
    refuseOrder,
    reopenOrder,
    setTracking,
    readyForPickup,
    setWithdrawalStatus,
    completeOrders,
    refuseOrders,
    showRecipient,
    addCertificateCodes,
    issueCertificates,
    issueCertificate,
    showCertificateCode,
    exportTopups,
    exportPayouts,
    readAgentAnswer,
    setTaxLimit,
    taxRegister,
  ],
  lists: [orders, certificateStock],
  cards: [orderCard],
};
