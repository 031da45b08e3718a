/**
 * The parser of CSV files in its small form: Node reads every CommonJS file that an ES module imports for the names that
 * it exports, and the large form, most of it comments, costs a short command 40 ms of processor time.
 */
declare module "papaparse/papaparse.min.js" {
  import Papa from "papaparse";
  export default Papa;
}
