import { withFilters } from "../address.js";
import { type Namespace, namespaces, type OperationName } from "../namespaces.js";

/** Chooses one of the namespaces that have an operation. */
export function NamespaceTabs({ chosen, operation }: { chosen: Namespace; operation: OperationName }) {
  return (
    <nav class="tabs" aria-label="Source of data">
      {namespaces
        .filter(({ operations }) => operation in operations)
        .map((namespace) => (
          <a
            key={namespace.shortName}
            href={withFilters({ ns: namespace.shortName, source: null, type: null, page: null })}
            aria-current={namespace === chosen ? "true" : undefined}
          >
            {namespace.title}
          </a>
        ))}
    </nav>
  );
}
