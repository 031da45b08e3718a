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
     "source",
     "format"
    ]
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
     "source",
     "format"
    ]
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
     "source",
     "format"
    ]
   },
   "detail": {
    "path": "/news/stocks/v1/stock/{ticker}",
    "parameters": [
     "ticker",
     "from",
     "to",
     "days",
     "as_of",
     "format"
    ]
   },
   "explain": {
    "path": "/news/stocks/v1/stock/{ticker}/explain",
    "parameters": [
     "ticker",
     "as_of"
    ]
   },
   "search": {
    "path": "/news/stocks/v1/search",
    "parameters": [
     "q",
     "limit",
     "format"
    ]
   },
   "compare": {
    "path": "/news/stocks/v1/compare",
    "parameters": [
     "tickers",
     "from",
     "to",
     "days",
     "as_of",
     "format"
    ]
   },
   "market-sentiment": {
    "path": "/news/stocks/v1/market-sentiment",
    "parameters": [
     "from",
     "to",
     "days",
     "as_of"
    ]
   },
   "stats": {
    "path": "/news/stocks/v1/stats",
    "parameters": []
   },
   "health": {
    "path": "/news/stocks/v1/health",
    "parameters": []
   },
   "sources": {
    "path": "/news/stocks/v1/sources",
    "parameters": []
   },
   "raw-mentions": {
    "path": "/news/stocks/v1/stock/{ticker}/mentions",
    "parameters": [
     "ticker",
     "from",
     "to",
     "days",
     "as_of",
     "limit",
     "offset",
     "format"
    ]
   },
   "panel": {
    "path": "/news/stocks/v1/export/panel",
    "parameters": [
     "from",
     "to",
     "as_of",
     "assets",
     "all",
     "fields",
     "format"
    ]
   },
   "panel-manifest": {
    "path": "/news/stocks/v1/export/panel/manifest",
    "parameters": [
     "from",
     "to",
     "as_of",
     "assets",
     "all",
     "fields",
     "format"
    ]
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
     "type",
     "format"
    ]
   },
   "trending-by-sector": {
    "path": "/forum/stocks/v1/trending/sectors",
    "parameters": [
     "from",
     "to",
     "days",
     "as_of",
     "limit",
     "offset",
     "format"
    ]
   },
   "trending-by-country": {
    "path": "/forum/stocks/v1/trending/countries",
    "parameters": [
     "from",
     "to",
     "days",
     "as_of",
     "limit",
     "offset",
     "format"
    ]
   },
   "detail": {
    "path": "/forum/stocks/v1/stock/{ticker}",
    "parameters": [
     "ticker",
     "from",
     "to",
     "days",
     "as_of",
     "format"
    ]
   },
   "explain": {
    "path": "/forum/stocks/v1/stock/{ticker}/explain",
    "parameters": [
     "ticker",
     "as_of"
    ]
   },
   "search": {
    "path": "/forum/stocks/v1/search",
    "parameters": [
     "q",
     "limit",
     "format"
    ]
   },
   "compare": {
    "path": "/forum/stocks/v1/compare",
    "parameters": [
     "tickers",
     "from",
     "to",
     "days",
     "as_of",
     "format"
    ]
   },
   "market-sentiment": {
    "path": "/forum/stocks/v1/market-sentiment",
    "parameters": [
     "from",
     "to",
     "days",
     "as_of"
    ]
   },
   "stats": {
    "path": "/forum/stocks/v1/stats",
    "parameters": []
   },
   "health": {
    "path": "/forum/stocks/v1/health",
    "parameters": []
   },
   "sources": {
    "path": "/forum/stocks/v1/sources",
    "parameters": []
   },
   "raw-mentions": {
    "path": "/forum/stocks/v1/stock/{ticker}/mentions",
    "parameters": [
     "ticker",
     "from",
     "to",
     "days",
     "as_of",
     "limit",
     "offset",
     "include_inherited",
     "format"
    ]
   },
   "panel": {
    "path": "/forum/stocks/v1/export/panel",
    "parameters": [
     "from",
     "to",
     "as_of",
     "assets",
     "all",
     "fields",
     "format"
    ]
   },
   "panel-manifest": {
    "path": "/forum/stocks/v1/export/panel/manifest",
    "parameters": [
     "from",
     "to",
     "as_of",
     "assets",
     "all",
     "fields",
     "format"
    ]
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
     "offset",
     "format"
    ]
   },
   "detail": {
    "path": "/forum/crypto/v1/token/{symbol}",
    "parameters": [
     "symbol",
     "from",
     "to",
     "days",
     "as_of",
     "format"
    ]
   },
   "search": {
    "path": "/forum/crypto/v1/search",
    "parameters": [
     "q",
     "limit",
     "format"
    ]
   },
   "compare": {
    "path": "/forum/crypto/v1/compare",
    "parameters": [
     "symbols",
     "from",
     "to",
     "days",
     "as_of",
     "format"
    ]
   },
   "market-sentiment": {
    "path": "/forum/crypto/v1/market-sentiment",
    "parameters": [
     "from",
     "to",
     "days",
     "as_of"
    ]
   },
   "stats": {
    "path": "/forum/crypto/v1/stats",
    "parameters": []
   },
   "health": {
    "path": "/forum/crypto/v1/health",
    "parameters": []
   },
   "sources": {
    "path": "/forum/crypto/v1/sources",
    "parameters": []
   },
   "raw-mentions": {
    "path": "/forum/crypto/v1/token/{symbol}/mentions",
    "parameters": [
     "symbol",
     "from",
     "to",
     "days",
     "as_of",
     "limit",
     "offset",
     "include_inherited",
     "format"
    ]
   },
   "panel": {
    "path": "/forum/crypto/v1/export/panel",
    "parameters": [
     "from",
     "to",
     "as_of",
     "assets",
     "all",
     "fields",
     "format"
    ]
   },
   "panel-manifest": {
    "path": "/forum/crypto/v1/export/panel/manifest",
    "parameters": [
     "from",
     "to",
     "as_of",
     "assets",
     "all",
     "fields",
     "format"
    ]
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
     "type",
     "format"
    ]
   },
   "trending-by-sector": {
    "path": "/microblog/stocks/v1/trending/sectors",
    "parameters": [
     "from",
     "to",
     "days",
     "as_of",
     "limit",
     "offset",
     "format"
    ]
   },
   "trending-by-country": {
    "path": "/microblog/stocks/v1/trending/countries",
    "parameters": [
     "from",
     "to",
     "days",
     "as_of",
     "limit",
     "offset",
     "format"
    ]
   },
   "detail": {
    "path": "/microblog/stocks/v1/stock/{ticker}",
    "parameters": [
     "ticker",
     "from",
     "to",
     "days",
     "as_of",
     "format"
    ]
   },
   "explain": {
    "path": "/microblog/stocks/v1/stock/{ticker}/explain",
    "parameters": [
     "ticker",
     "as_of"
    ]
   },
   "search": {
    "path": "/microblog/stocks/v1/search",
    "parameters": [
     "q",
     "limit",
     "format"
    ]
   },
   "compare": {
    "path": "/microblog/stocks/v1/compare",
    "parameters": [
     "tickers",
     "from",
     "to",
     "days",
     "as_of",
     "format"
    ]
   },
   "market-sentiment": {
    "path": "/microblog/stocks/v1/market-sentiment",
    "parameters": [
     "from",
     "to",
     "days",
     "as_of"
    ]
   },
   "stats": {
    "path": "/microblog/stocks/v1/stats",
    "parameters": []
   },
   "health": {
    "path": "/microblog/stocks/v1/health",
    "parameters": []
   },
   "sources": {
    "path": "/microblog/stocks/v1/sources",
    "parameters": []
   },
   "raw-mentions": {
    "path": "/microblog/stocks/v1/stock/{ticker}/mentions",
    "parameters": [
     "ticker",
     "from",
     "to",
     "days",
     "as_of",
     "limit",
     "offset",
     "format"
    ]
   },
   "panel": {
    "path": "/microblog/stocks/v1/export/panel",
    "parameters": [
     "from",
     "to",
     "as_of",
     "assets",
     "all",
     "fields",
     "format"
    ]
   },
   "panel-manifest": {
    "path": "/microblog/stocks/v1/export/panel/manifest",
    "parameters": [
     "from",
     "to",
     "as_of",
     "assets",
     "all",
     "fields",
     "format"
    ]
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
     "type",
     "format"
    ]
   },
   "trending-by-sector": {
    "path": "/predmarket/stocks/v1/trending/sectors",
    "parameters": [
     "from",
     "to",
     "days",
     "as_of",
     "limit",
     "offset",
     "format"
    ]
   },
   "trending-by-country": {
    "path": "/predmarket/stocks/v1/trending/countries",
    "parameters": [
     "from",
     "to",
     "days",
     "as_of",
     "limit",
     "offset",
     "format"
    ]
   },
   "detail": {
    "path": "/predmarket/stocks/v1/stock/{ticker}",
    "parameters": [
     "ticker",
     "from",
     "to",
     "days",
     "as_of",
     "format"
    ]
   },
   "search": {
    "path": "/predmarket/stocks/v1/search",
    "parameters": [
     "q",
     "limit",
     "format"
    ]
   },
   "compare": {
    "path": "/predmarket/stocks/v1/compare",
    "parameters": [
     "tickers",
     "from",
     "to",
     "days",
     "as_of",
     "format"
    ]
   },
   "market-sentiment": {
    "path": "/predmarket/stocks/v1/market-sentiment",
    "parameters": [
     "from",
     "to",
     "days",
     "as_of"
    ]
   },
   "stats": {
    "path": "/predmarket/stocks/v1/stats",
    "parameters": []
   },
   "health": {
    "path": "/predmarket/stocks/v1/health",
    "parameters": []
   },
   "sources": {
    "path": "/predmarket/stocks/v1/sources",
    "parameters": []
   },
   "raw-mentions": {
    "path": "/predmarket/stocks/v1/stock/{ticker}/mentions",
    "parameters": [
     "ticker",
     "from",
     "to",
     "days",
     "as_of",
     "limit",
     "offset",
     "format"
    ]
   },
   "panel": {
    "path": "/predmarket/stocks/v1/export/panel",
    "parameters": [
     "from",
     "to",
     "as_of",
     "assets",
     "all",
     "fields",
     "format"
    ]
   },
   "panel-manifest": {
    "path": "/predmarket/stocks/v1/export/panel/manifest",
    "parameters": [
     "from",
     "to",
     "as_of",
     "assets",
     "all",
     "fields",
     "format"
    ]
   }
  }
 }
] as const;
