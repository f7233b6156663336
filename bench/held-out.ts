/** One of the three documents of each control is never used for training or fitting. */
export const heldOut: Record<string, string> = {
  ...{ AIT: "compliant", CCP: "partly", DPA: "poor", HSR: "compliant", ICT: "partly" },
  ...{ IRBC: "poor", ISP: "compliant", NDA: "partly", PRN: "poor", ROPA: "compliant" },
};
