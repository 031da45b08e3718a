/* Parts of regular expressions, on lower-case text, that several kinds of events share. */

/** Verbs of raising. */
export const raise =
  "(?:rais(?:es?|ed|ing)|lift(?:s|ed|ing)?|boost(?:s|ed|ing)?|hik(?:es?|ed|ing)|increas(?:es?|ed|ing)|ups)";
/** Verbs of cutting. */
export const cut =
  "(?:cut(?:s|ting)?|lower(?:s|ed|ing)?|trim(?:s|med|ming)?|slash(?:es|ed|ing)?|reduc(?:es?|ed|ing)|pull(?:s|ed)|withdraw(?:s|n)?)";
/** What a company says of its future. */
export const outlook = "(?:outlook|guidance|(?:fy )?guide|forecast|full[- ]year (?:view|estimate|target|profit))";
/** What a company reports. */
export const figures = "(?:results?|earnings|profits?|revenues?|sales|eps|quarter|q[1-4]|income)";
/** What was expected of it. */
export const estimates = "(?:estimates?|expectations?|forecasts?|consensus|wall street|views?|hopes)";
/** Names of a reporting period. */
export const quarter =
  "(?:q[1-4]|(?:first|second|third|fourth|1st|2nd|3rd|4th)[- ]quarter|quarterly|half[- ]year|full[- ]year|annual)";
/** Ratings that say buy. */
export const buyRating = "(?:strong )?(?:buy|overweight|outperform|accumulate|add|positive)";
/** Ratings that do not. */
export const sellRating =
  "(?:hold|neutral|underperform|sell|underweight|equal[- ]weight|market perform|sector perform|reduce|peer perform)";
/** Who leads a company. */
export const officer =
  "(?:ceo|cfo|coo|cto|chief [a-z]+(?: officer)?|(?:finance|product|legal|operations|technology|marketing) chief|chair(?:man|woman|person)?|president|head of [a-z]+)";
