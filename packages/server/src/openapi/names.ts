/** `news-stocks.trending-by-sector` as `NewsStocksTrendingBySector`: names of schemas. */
export function pascalCase(text: string): string {
  return text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}

/** The same as `newsStocksTrendingBySector`: names of operations. */
export function camelCase(text: string): string {
  const name = pascalCase(text);
  return name.charAt(0).toLowerCase() + name.slice(1);
}
