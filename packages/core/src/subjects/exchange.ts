import { foldText } from "./fold-text.js";

/** One exchange as texts and tables name it, and the suffix that keys of its listings carry. */
export interface Exchange {
  /** The name shown in the reference graph. */
  readonly name: string;
  /** Ending of its keys (`L` in `AZN.L`); null for US exchanges, whose keys carry none. */
  readonly suffix: string | null;
  readonly unitedStates: boolean;
}

/** name | suffix | what else texts, feeds and tables call it. */
const TABLE = `
NASDAQ||NASDAQGS NASDAQGM NASDAQCM NASDAQ-GS NASD XNAS NMFQS NMS
NYSE||XNYS NYQ
NYSE ARCA||NYSEARCA ARCA ARCX NYSE-ARCA
NYSE MKT||NYSEMKT AMEX NYSEAMERICAN NYSE-AMERICAN XASE
BATS||CBOE BZX
OTC||OTCMKTS OTCPK OTCQB OTCQX OTCBB PINK
LSE|L|LON XLON AIM
XETRA|DE|XTRA ETR XETR
FRA|F|FWB XFRA
Euronext Paris|PA|ENXTPA EPA XPAR EURONEXT-PARIS
Euronext Amsterdam|AS|ENXTAM AMS XAMS
Euronext Brussels|BR|ENXTBR EBR XBRU
Euronext Lisbon|LS|ENXTLS ELI XLIS
Borsa Italiana|MI|BIT MIL XMIL
BME|MC|BMAD XMAD
SIX|SW|SWX VTX XSWX
VSE|VI|WBAG VIE XWBO
STO|ST|OM XSTO
OSL|OL|OB XOSL
CPH|CO|CPSE XCSE
HEL|HE|HLSE XHEL
ICE_IS|IC|ICSE
ISE|IR|
WSE|WA|XWAR
ATHEX|AT|ATSE ATH
BVB|RO|
BSE_HU|BD|BUSE
PSE_CZ|PR|SEP
TSX|TO|XTSE
TSXV|V|CVE XTSX
CSE|CN|CNSX
NEO|NE|
TYO|T|TSE JPX XTKS
HKEX|HK|SEHK HKG HKSE XHKG
SSE|SS|SHSE SHA XSHG
SZSE|SZ|SHE XSHE
TWSE|TW|TPE
TPEX|TWO|
KRX|KS|KOSE KOSPI
KOSDAQ|KQ|KOSDAQ
ASX|AX|XASX
NZX|NZ|NZSE NZE
NSE_IN|NS|NSEI NSE
BSE_IN|BO|BSE BOM
SGX|SI|
IDX|JK|
Bursa|KL|KLSE
SET|BK|BKK
HOSE|VN|
PSE|PS|
B3|SA|BOVESPA BVMF
BMV|MX|
BCBA|BA|BASE
JSE|JO|
TADAWUL|SAU|SASE
TASE|TA|TLV
BIST|IS|IBSE IST
QSE|QA|DSM
ADX|AE|
DFM|DU|
`;

const byName = new Map<string, Exchange>();

for (const line of TABLE.trim().split("\n")) {
  const [name = "", suffix = "", others = ""] = line.split("|");
  const exchange: Exchange = { name, suffix: suffix === "" ? null : suffix, unitedStates: suffix === "" };
  for (const spelling of [name, ...others.split(" ")]) {
    if (spelling !== "") byName.set(exchangeForm(spelling), exchange);
  }
}

function exchangeForm(text: string): string {
  return foldText(text).replace(/[^a-z0-9]/g, "");
}

/** The exchange that a text or table calls so (`NYSE`, `ENXTPA`, `Euronext Paris`), or null. `TSE` is Tokyo. */
export function exchangeNamed(text: string): Exchange | null {
  return byName.get(exchangeForm(text)) ?? null;
}
