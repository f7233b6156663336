/** One of the three documents of each control takes no part in any fit, nor in what the reader learns from. */
export const heldOut: Record<string, string> = {
  ...{ AIT: "compliant", CCP: "partly", DPA: "poor", HSR: "compliant", ICT: "partly" },
  ...{ IRBC: "poor", ISP: "compliant", NDA: "partly", PRN: "poor", ROPA: "compliant" },
};
