import type { Texts } from "../texts.ts";

export const dashboards: Texts["dashboards"] = {
  title: "Panel",
  lead: "Cómo van sus revisiones, la puntuación más baja primero.",
  empty: "Aún no hay revisiones",
  emptyText: "Envíe un documento. Su revisión aparecerá aquí, con su puntuación, sus fechas y sus carencias.",
  scores: "Puntuación por control",
  scoresHint: "La media de las revisiones de cada control, en las últimas doce semanas.",
  reviewCount: (count, shown) => `${shown} ${count === 1 ? "revisión" : "revisiones"}`,
  allReviews: "Todas las revisiones",
  noTrend: "La línea empieza con la segunda semana que tiene puntuación.",
  point: (date, score) => `${date}: ${score}`,
  trendOf: (control, points) => `Evolución de la puntuación, ${control}: ${points}`,
  due: {
    title: "Próximos vencimientos",
    hint: "Documentos que caducan o deben revisarse en 30 días, y fechas ya pasadas.",
    empty: "Nada vence en los próximos 30 días",
    emptyText:
      "Indique una fecha de caducidad o de revisión, al enviar el documento o en su página, para que se le recuerde aquí.",
    toDocuments: "Ver los documentos",
    reason: "Motivo",
    reasons: {
      soon: { expires: "Caduca", review_due: "Pendiente de revisión" },
      past: { expires: "Caducado", review_due: "Revisión atrasada" },
    },
    date: "Fecha",
    past: "Pasada",
  },
  gaps: {
    title: "Carencias más frecuentes",
    hint: "Requisitos que no se cumplen del todo, los más frecuentes primero, en los últimos documentos que cuentan.",
    partnerHint:
      "Requisitos que sus empresas incumplen total o parcialmente con más frecuencia, en sus últimos documentos que cuentan.",
    empty: "Sin carencias abiertas",
    emptyText: "Todos los requisitos evaluados se cumplen del todo. Envíe más documentos para que se evalúen otros.",
    open: "No se cumple del todo",
    of: (open, judged) => `${open} de ${judged}`,
    companies: "Empresas",
  },
  heatMap: {
    title: "Puntuaciones",
    lead: "Sus empresas por control, la puntuación más baja primero. Una puntuación abre las revisiones de la empresa.",
    empty: "Ninguna empresa tiene aún una revisión",
    emptyText:
      "Incorpore una empresa y entréguele su clave. Sus puntuaciones aparecerán aquí cuando haya enviado un documento.",
    lowest: (shown, all) => `Las ${shown} empresas con las puntuaciones más bajas, de ${all}.`,
    legend: "Colores",
    noReview: "Sin revisión",
  },
};
