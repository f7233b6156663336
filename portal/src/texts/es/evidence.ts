import { capitalised, pageNamesIn } from "../page-names.ts";
import type { Texts } from "../texts.ts";

const pageName = pageNamesIn({
  ...{ page: "página", slide: "diapositiva", sheet: "hoja", section: "sección" },
  ...{
    mailHeader: "encabezado del correo",
    mailBody: "cuerpo del correo",
    hidden: "oculta",
    asRendered: "según el renderizado",
  },
});

export const evidence: Texts["evidence"] = {
  item: {
    title: "Requisito",
    absent: "Este requisito no forma parte de la revisión del documento",
    absentText: "Quizá pertenezca a otro documento. Vuelva al documento y elija de su lista.",
    pending: "Aún sin evaluar",
    pendingText: "El documento todavía se está revisando. Los hallazgos aparecerán aquí automáticamente.",
    failed: "No se ha podido evaluar este requisito",
    steps: "Requisitos de este documento",
    previousItem: "Requisito anterior",
    nextItem: "Requisito siguiente",
    criteria: "Veredicto por criterio",
    gaps: "Carencias",
    risks: "Riesgos",
    compensations: "Controles compensatorios",
    recommendations: "Recomendaciones",
    explanation: "Explicación",
    should: "Recomendado",
    verdicts: {
      met: "Cumplido",
      partly: "Cumplido en parte",
      contradicted: "Contradicho",
      missing: "Ausente",
      not_applicable: "No aplicable",
    },
    showQuote: (number, page) => `Cita ${number} · ${pageName(page)}`,
    copyText: "Copiar el texto propuesto",
    evidence: "Evidencia",
    noEvidence: "Nada que mostrar",
    noEvidenceText:
      "No se ha encontrado nada en el documento sobre este requisito, por lo que no hay pasaje que citar.",
    previousEvidence: "Cita anterior",
    nextEvidence: "Cita siguiente",
    position: (number, count) => `${number} de ${count}`,
    place: (document, page) => `${document}, ${pageName(page)}`,
    pageOf: (label, count) => `${capitalised(pageName(label))} de ${count}`,
    pageFrame: "Página del documento",
    showAs: "Mostrar la página como",
    asPage: "Página",
    asText: "Texto",
    zoomIn: "Ampliar",
    zoomOut: "Reducir",
    recognised: (confidence) =>
      `El texto de esta página se ha reconocido a partir de una imagen, con una fiabilidad del ${confidence} %. Se marca el párrafo completo.`,
  },
  submit: {
    title: "Nuevo envío",
    lead: "Elija qué se revisa y con arreglo a qué control, y añada los documentos. La carga continúa mientras consulta otras páginas y puede reanudarse incluso después de cerrar la pestaña.",
    target: "Qué se revisa",
    mode: "Asignación de los documentos",
    newReview: "Nueva revisión",
    existingReview: "Revisión existente",
    entity: "Entidad",
    control: "Control",
    controlHint: "Los requisitos con arreglo a los cuales se revisan los documentos.",
    review: "Revisión",
    existingHint: "Los documentos se añaden a esta revisión y se evalúan con arreglo a su control.",
    required: "Elija una opción.",
    scope: "Alcance",
    scopeLater: "Elija primero el control o la revisión.",
    scopeAll: "Todos los requisitos",
    scopeSome: "Solo estos grupos y requisitos",
    searchItems: "Buscar requisitos",
    selectAll: "Seleccionar todos",
    selectNone: "No seleccionar ninguno",
    chosenItems: (count, total) => `${count} de ${total} requisitos seleccionados`,
    nothingSought: "Sin resultados",
    showItems: (cluster) => `Mostrar los requisitos de ${cluster}`,
    files: "Documentos",
    dropHere: "Suelte los archivos aquí",
    chooseFiles: "Elegir archivos",
    formats:
      "PDF, Word, Excel, PowerPoint, OpenDocument, texto, correo, imágenes y archivos comprimidos, de cualquier tamaño.",
    removeFile: (name) => `Quitar ${name}`,
    emptyFile: "vacío",
    oneDocument: "Tratar todos los archivos como un solo documento",
    oneDocumentHint: "De lo contrario, cada archivo se revisa por separado.",
    language: "Idioma de los hallazgos",
    languageHint: "Las citas se mantienen en el idioma del documento.",
    submit: "Enviar a revisión",
    targetMissing: "Elija qué debe revisarse.",
    filesMissing: "Añada al menos un archivo.",
    itemsMissing: "Seleccione al menos un requisito o elija todos.",
    emptyRefused: (name) => `${name} está vacío. Quítelo.`,
    sending: "Cargando",
    stopped: "Carga detenida",
    pause: "Pausar",
    sent: "Enviado",
    openReview: "Abrir la revisión",
    dismiss: "Ocultar",
    sentOf: (sent, total) => `${sent} de ${total}`,
    progressOf: (name) => `Progreso de ${name}`,
    waiting: "En espera",
    stateOf: ({ status, progress }) => {
      if (status === "completed") return "Revisado";
      if (status === "failed") return "Fallido";
      if (status === "queued") return "A la espera de su turno";
      if (progress.pageCount === 0) return "Lectura en curso";
      if (progress.pagesDone < progress.pageCount)
        return `Lectura: página ${progress.pagesDone} de ${progress.pageCount}`;
      return `Evaluación: ${progress.itemsDone} de ${progress.itemCount} requisitos`;
    },
    interrupted: "Esta carga se interrumpió",
    interruptedAt: (sent, total, when) =>
      `Hasta el ${when} habían llegado ${sent} de ${total}. Solo se enviará el resto.`,
    chooseAgain: "Su navegador no puede volver a abrirlos por sí mismo: elija de nuevo los mismos archivos.",
    notTheSame: (name) => `${name} no está entre los archivos elegidos o ha cambiado desde entonces.`,
    resume: "Continuar",
    discard: "Descartar",
  },
};
