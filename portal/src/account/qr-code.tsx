import { generate } from "lean-qr";
import { toSvgPath } from "lean-qr/extras/svg";

/** ISO/IEC 18004: at least four modules around a QR code are empty. */
const quietModules = 4;

/** Elements of the page, because the content security policy forbids data: addresses. Dark on light in both colour schemes. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const code = generate(text);
  const size = code.size + 2 * quietModules;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-quietModules} ${-quietModules} ${size} ${size}`}
      width={200}
      height={200}
      shapeRendering="crispEdges"
      data-testid="qr-code"
    >
      <rect x={-quietModules} y={-quietModules} width={size} height={size} fill="white" />
      <path d={toSvgPath(code)} fill="black" />
    </svg>
  );
}
