// Made by `npm run web:api` from the interface. Not to be edited.
export const generatedNamespaces = [
 {
  "shortName": "news",
  "title": "News: stocks and ETFs",
  "basePath": "/news/stocks/v1",
  "assetPath": "stock",
  "operations": {
   "trending": {
    "path": "/news/stocks/v1/trending",
    "parameters": [
     "from",
     "to",
     "days",
     "as_of",
     "limit",
     "offset",
     "type",
     "source"
    ],
    "command": "trending"
   },
   "trending-by-sector": {
    "path": "/news/stocks/v1/trending/sectors",
    "parameters": [
     "from",
     "to",
     "days",
     "as_of",
     "limit",
     "offset",
     "source"
    ],
    "command": "sectors"
   },
   "trending-by-country": {
    "path": "/news/stocks/v1/trending/countries",
    "parameters": [
     "from",
     "to",
     "days",
     "as_of",
     "limit",
     "offset",
     "source"
    ],
    "command": "countries"
   },
   "detail": {
    "path": "/news/stocks/v1/stock/{ticker}",
    "parameters": [
     "asset",
     "from",
     "to",
     "days",
     "as_of"
    ],
    "command": "stock"
   },
   "explain": {
    "path": "/news/stocks/v1/stock/{ticker}/explain",
    "parameters": [
     "asset"
    ],
    "command": "explain"
   },
   "search": {
    "path": "/news/stocks/v1/search",
    "parameters": [
     "query",
     "limit"
    ],
    "command": "search"
   },
   "compare": {
    "path": "/news/stocks/v1/compare",
    "parameters": [
     "assets",
     "from",
     "to",
     "days",
     "as_of"
    ],
    "command": "compare"
   },
   "market-sentiment": {
    "path": "/news/stocks/v1/market-sentiment",
    "parameters": [
     "from",
     "to",
     "days",
     "as_of"
    ],
    "command": "market"
   },
   "stats": {
    "path": "/news/stocks/v1/stats",
    "parameters": [],
    "command": "stats"
   },
   "health": {
    "path": "/news/stocks/v1/health",
    "parameters": [],
    "command": "health"
   },
   "sources": {
    "path": "/news/stocks/v1/sources",
    "parameters": [],
    "command": null
   },
   "raw-mentions": {
    "path": "/news/stocks/v1/stock/{ticker}/mentions",
    "parameters": [
     "asset",
     "from",
     "to",
     "days",
     "as_of",
     "limit",
     "offset"
    ],
    "command": "mentions"
   }
  }
 },
 {
  "shortName": "forum",
  "title": "Forum: stocks and ETFs",
  "basePath": "/forum/stocks/v1",
  "assetPath": "stock",
  "operations": {
   "trending": {
    "path": "/forum/stocks/v1/trending",
    "parameters": [
     "from",
     "to",
     "days",
     "as_of",
     "limit",
     "offset",
     "type"
    ],
    "command": "trending"
   },
   "trending-by-sector": {
    "path": "/forum/stocks/v1/trending/sectors",
    "parameters": [
     "from",
     "to",
     "days",
     "as_of",
     "limit",
     "offset"
    ],
    "command": "sectors"
   },
   "trending-by-country": {
    "path": "/forum/stocks/v1/trending/countries",
    "parameters": [
     "from",
     "to",
     "days",
     "as_of",
     "limit",
     "offset"
    ],
    "command": "countries"
   },
   "detail": {
    "path": "/forum/stocks/v1/stock/{ticker}",
    "parameters": [
     "asset",
     "from",
     "to",
     "days",
     "as_of"
    ],
    "command": "stock"
   },
   "explain": {
    "path": "/forum/stocks/v1/stock/{ticker}/explain",
    "parameters": [
     "asset"
    ],
    "command": "explain"
   },
   "search": {
    "path": "/forum/stocks/v1/search",
    "parameters": [
     "query",
     "limit"
    ],
    "command": "search"
   },
   "compare": {
    "path": "/forum/stocks/v1/compare",
    "parameters": [
     "assets",
     "from",
     "to",
     "days",
     "as_of"
    ],
    "command": "compare"
   },
   "market-sentiment": {
    "path": "/forum/stocks/v1/market-sentiment",
    "parameters": [
     "from",
     "to",
     "days",
     "as_of"
    ],
    "command": "market"
   },
   "stats": {
    "path": "/forum/stocks/v1/stats",
    "parameters": [],
    "command": "stats"
   },
   "health": {
    "path": "/forum/stocks/v1/health",
    "parameters": [],
    "command": "health"
   },
   "sources": {
    "path": "/forum/stocks/v1/sources",
    "parameters": [],
    "command": null
   },
   "raw-mentions": {
    "path": "/forum/stocks/v1/stock/{ticker}/mentions",
    "parameters": [
     "asset",
     "from",
     "to",
     "days",
     "as_of",
     "limit",
     "offset",
     "includeInherited"
    ],
    "command": "mentions"
   }
  }
 },
 {
  "shortName": "crypto",
  "title": "Forum: crypto tokens",
  "basePath": "/forum/crypto/v1",
  "assetPath": "token",
  "operations": {
   "trending": {
    "path": "/forum/crypto/v1/trending",
    "parameters": [
     "from",
     "to",
     "days",
     "as_of",
     "limit",
     "offset"
    ],
    "command": "trending"
   },
   "detail": {
    "path": "/forum/crypto/v1/token/{symbol}",
    "parameters": [
     "asset",
     "from",
     "to",
     "days",
     "as_of"
    ],
    "command": "token"
   },
   "search": {
    "path": "/forum/crypto/v1/search",
    "parameters": [
     "query",
     "limit"
    ],
    "command": "search"
   },
   "compare": {
    "path": "/forum/crypto/v1/compare",
    "parameters": [
     "assets",
     "from",
     "to",
     "days",
     "as_of"
    ],
    "command": "compare"
   },
   "market-sentiment": {
    "path": "/forum/crypto/v1/market-sentiment",
    "parameters": [
     "from",
     "to",
     "days",
     "as_of"
    ],
    "command": "market"
   },
   "stats": {
    "path": "/forum/crypto/v1/stats",
    "parameters": [],
    "command": "stats"
   },
   "health": {
    "path": "/forum/crypto/v1/health",
    "parameters": [],
    "command": "health"
   },
   "sources": {
    "path": "/forum/crypto/v1/sources",
    "parameters": [],
    "command": null
   },
   "raw-mentions": {
    "path": "/forum/crypto/v1/token/{symbol}/mentions",
    "parameters": [
     "asset",
     "from",
     "to",
     "days",
     "as_of",
     "limit",
     "offset",
     "includeInherited"
    ],
    "command": "mentions"
   }
  }
 },
 {
  "shortName": "microblog",
  "title": "Microblog: stocks",
  "basePath": "/microblog/stocks/v1",
  "assetPath": "stock",
  "operations": {
   "trending": {
    "path": "/microblog/stocks/v1/trending",
    "parameters": [
     "from",
     "to",
     "days",
     "as_of",
     "limit",
     "offset",
     "type"
    ],
    "command": "trending"
   },
   "trending-by-sector": {
    "path": "/microblog/stocks/v1/trending/sectors",
    "parameters": [
     "from",
     "to",
     "days",
     "as_of",
     "limit",
     "offset"
    ],
    "command": "sectors"
   },
   "trending-by-country": {
    "path": "/microblog/stocks/v1/trending/countries",
    "parameters": [
     "from",
     "to",
     "days",
     "as_of",
     "limit",
     "offset"
    ],
    "command": "countries"
   },
   "detail": {
    "path": "/microblog/stocks/v1/stock/{ticker}",
    "parameters": [
     "asset",
     "from",
     "to",
     "days",
     "as_of"
    ],
    "command": "stock"
   },
   "explain": {
    "path": "/microblog/stocks/v1/stock/{ticker}/explain",
    "parameters": [
     "asset"
    ],
    "command": "explain"
   },
   "search": {
    "path": "/microblog/stocks/v1/search",
    "parameters": [
     "query",
     "limit"
    ],
    "command": "search"
   },
   "compare": {
    "path": "/microblog/stocks/v1/compare",
    "parameters": [
     "assets",
     "from",
     "to",
     "days",
     "as_of"
    ],
    "command": "compare"
   },
   "market-sentiment": {
    "path": "/microblog/stocks/v1/market-sentiment",
    "parameters": [
     "from",
     "to",
     "days",
     "as_of"
    ],
    "command": "market"
   },
   "stats": {
    "path": "/microblog/stocks/v1/stats",
    "parameters": [],
    "command": "stats"
   },
   "health": {
    "path": "/microblog/stocks/v1/health",
    "parameters": [],
    "command": "health"
   },
   "sources": {
    "path": "/microblog/stocks/v1/sources",
    "parameters": [],
    "command": null
   },
   "raw-mentions": {
    "path": "/microblog/stocks/v1/stock/{ticker}/mentions",
    "parameters": [
     "asset",
     "from",
     "to",
     "days",
     "as_of",
     "limit",
     "offset"
    ],
    "command": "mentions"
   }
  }
 },
 {
  "shortName": "predmarket",
  "title": "Prediction market: stocks and ETFs",
  "basePath": "/predmarket/stocks/v1",
  "assetPath": "stock",
  "operations": {
   "trending": {
    "path": "/predmarket/stocks/v1/trending",
    "parameters": [
     "from",
     "to",
     "days",
     "as_of",
     "limit",
     "offset",
     "type"
    ],
    "command": "trending"
   },
   "trending-by-sector": {
    "path": "/predmarket/stocks/v1/trending/sectors",
    "parameters": [
     "from",
     "to",
     "days",
     "as_of",
     "limit",
     "offset"
    ],
    "command": "sectors"
   },
   "trending-by-country": {
    "path": "/predmarket/stocks/v1/trending/countries",
    "parameters": [
     "from",
     "to",
     "days",
     "as_of",
     "limit",
     "offset"
    ],
    "command": "countries"
   },
   "detail": {
    "path": "/predmarket/stocks/v1/stock/{ticker}",
    "parameters": [
     "asset",
     "from",
     "to",
     "days",
     "as_of"
    ],
    "command": "stock"
   },
   "search": {
    "path": "/predmarket/stocks/v1/search",
    "parameters": [
     "query",
     "limit"
    ],
    "command": "search"
   },
   "compare": {
    "path": "/predmarket/stocks/v1/compare",
    "parameters": [
     "assets",
     "from",
     "to",
     "days",
     "as_of"
    ],
    "command": "compare"
   },
   "market-sentiment": {
    "path": "/predmarket/stocks/v1/market-sentiment",
    "parameters": [
     "from",
     "to",
     "days",
     "as_of"
    ],
    "command": "market"
   },
   "stats": {
    "path": "/predmarket/stocks/v1/stats",
    "parameters": [],
    "command": "stats"
   },
   "health": {
    "path": "/predmarket/stocks/v1/health",
    "parameters": [],
    "command": "health"
   },
   "sources": {
    "path": "/predmarket/stocks/v1/sources",
    "parameters": [],
    "command": null
   },
   "raw-mentions": {
    "path": "/predmarket/stocks/v1/stock/{ticker}/mentions",
    "parameters": [
     "asset",
     "from",
     "to",
     "days",
     "as_of",
     "limit",
     "offset"
    ],
    "command": "mentions"
   }
  }
 }
] as const;
