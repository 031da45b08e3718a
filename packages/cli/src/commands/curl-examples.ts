import { addDays, allOperations, type OperationName, type UtcDay } from "@market-sentiment/core";

/** Three requests that work as pasted into a shell: a list and one asset over the week that ends at `lastDay`, one text. */
export function curlExamples(address: string, key: string, lastDay: UtcDay): string[] {
  const days = `from=${addDays(lastDay, -6)}&to=${lastDay}`;
  const curl = `curl -s -H 'X-API-Key: ${key}'`;
  const body = JSON.stringify({ text: "Goldman cuts Tesla price target, upgrades Ford", target: "Tesla" });
  return [
    `${curl} '${address}${pathOf("trending")}?${days}&limit=5'`,
    `${curl} '${address}${pathOf("detail")}?${days}'`,
    `${curl} -H 'Content-Type: application/json' -d '${body}' '${address}${pathOf("analyze")}'`,
  ];
}

/** Path of the first operation of that name, its placeholders filled with their examples. */
function pathOf(name: OperationName): string {
  const operation = allOperations().find((candidate) => candidate.name === name);
  const parameters = Object.values(operation?.parameters ?? {});
  return (operation?.path ?? "/").replaceAll(/\{(\w+)\}/g, (placeholder, parameter: string) => {
    return parameters.find((candidate) => candidate.name === parameter)?.example ?? placeholder;
  });
}
