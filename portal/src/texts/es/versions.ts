import type { Texts } from "../texts.ts";

export const versions: Texts["versions"] = {
  version: (number) => `Versión ${number}`,
  before: "Versión anterior",
  newer: "Sustituido por la versión más reciente",
  proposalTitle: "¿Una versión nueva?",
  proposal: (name) => `Este documento podría ser una versión nueva de ${name}.`,
  sure: { high: "Muy probable", medium: "Probable", low: "Posible" },
  because: {
    subject: "mismo objeto de revisión",
    file_name: "mismo nombre de archivo",
    text: (share) => `el ${share} del texto coincide`,
  },
  differs: (share) => `pero solo el ${share} del texto coincide`,
  accept: "Convertirlo en la versión nueva",
  acceptText: (name) =>
    `${name} dejará de contar en la revisión. El documento sigue siendo legible y se comparan ambas versiones. Esta acción no se puede deshacer.`,
  accepted: "El documento es ahora la versión nueva",
};
