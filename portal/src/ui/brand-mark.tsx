/** The product's logo. */
export function BrandMark({ size = 26 }: { size?: number }) {
  return <img src={`${import.meta.env.BASE_URL}mark.svg`} width={size} height={size} alt="" />;
}
