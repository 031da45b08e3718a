/** How an operation goes wrong. */
export interface Fault {
  readonly at?: number;
  readonly kind?: "before" | "after" | "torn" | "dead" | "torn-dead" | "kill";
  readonly code?: string;
}
export function interpose(directory: string, fault?: Fault): void;
export function release(): { readonly names: readonly string[]; readonly happened: boolean };
