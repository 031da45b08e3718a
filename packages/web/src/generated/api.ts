// Made by `npm run web:api` from the interface. Not to be edited.
export interface paths {
    "/sentiment/v1/analyze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SentimentAnalyzeRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SentimentAnalyze"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sentiment/v1/analyze/companies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SentimentAnalyzeCompaniesRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SentimentAnalyzeCompanies"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/news/stocks/v1/trending": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    from?: string;
                    to?: string;
                    /** @deprecated */
                    days?: number;
                    as_of?: string;
                    limit?: number;
                    offset?: number;
                    type?: "stock" | "etf" | "all";
                    source?: string;
                    format?: "json" | "csv";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["NewsStocksTrendingItem"][];
                        "text/csv": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/news/stocks/v1/trending/sectors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    from?: string;
                    to?: string;
                    /** @deprecated */
                    days?: number;
                    as_of?: string;
                    limit?: number;
                    offset?: number;
                    source?: string;
                    format?: "json" | "csv";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["NewsStocksTrendingBySectorItem"][];
                        "text/csv": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/news/stocks/v1/trending/countries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    from?: string;
                    to?: string;
                    /** @deprecated */
                    days?: number;
                    as_of?: string;
                    limit?: number;
                    offset?: number;
                    source?: string;
                    format?: "json" | "csv";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["NewsStocksTrendingByCountryItem"][];
                        "text/csv": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/news/stocks/v1/stock/{ticker}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    from?: string;
                    to?: string;
                    /** @deprecated */
                    days?: number;
                    as_of?: string;
                    format?: "json" | "csv";
                };
                header?: never;
                path: {
                    ticker: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["NewsStocksDetail"];
                        "text/csv": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/news/stocks/v1/stock/{ticker}/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    as_of?: string;
                };
                header?: never;
                path: {
                    ticker: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["NewsStocksExplain"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/news/stocks/v1/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    q: string;
                    limit?: number;
                    format?: "json" | "csv";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["NewsStocksSearch"];
                        "text/csv": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/news/stocks/v1/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    tickers: string;
                    from?: string;
                    to?: string;
                    /** @deprecated */
                    days?: number;
                    as_of?: string;
                    format?: "json" | "csv";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["NewsStocksCompare"];
                        "text/csv": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/news/stocks/v1/market-sentiment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    from?: string;
                    to?: string;
                    /** @deprecated */
                    days?: number;
                    as_of?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["NewsStocksMarketSentiment"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/news/stocks/v1/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["NewsStocksStats"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/news/stocks/v1/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["NewsStocksHealth"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/news/stocks/v1/sources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["NewsStocksSources"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/news/stocks/v1/stock/{ticker}/mentions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    from?: string;
                    to?: string;
                    /** @deprecated */
                    days?: number;
                    as_of?: string;
                    limit?: number;
                    offset?: number;
                    format?: "json" | "csv";
                };
                header?: never;
                path: {
                    ticker: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["NewsStocksRawMentions"];
                        "text/csv": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/news/stocks/v1/export/panel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    from?: string;
                    to?: string;
                    as_of?: string;
                    assets?: string;
                    all?: boolean;
                    fields?: string;
                    format?: "csv" | "ndjson" | "parquet" | "arrow";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/csv; charset=utf-8": string;
                        "application/x-ndjson": components["schemas"]["NewsStocksPanelItem"];
                        "application/vnd.apache.parquet": string;
                        "application/vnd.apache.arrow.stream": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/news/stocks/v1/export/panel/manifest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    from?: string;
                    to?: string;
                    as_of?: string;
                    assets?: string;
                    all?: boolean;
                    fields?: string;
                    format?: "csv" | "ndjson" | "parquet" | "arrow";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["NewsStocksPanelManifest"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/forum/stocks/v1/trending": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    from?: string;
                    to?: string;
                    /** @deprecated */
                    days?: number;
                    as_of?: string;
                    limit?: number;
                    offset?: number;
                    type?: "stock" | "etf" | "all";
                    format?: "json" | "csv";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ForumStocksTrendingItem"][];
                        "text/csv": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/forum/stocks/v1/trending/sectors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    from?: string;
                    to?: string;
                    /** @deprecated */
                    days?: number;
                    as_of?: string;
                    limit?: number;
                    offset?: number;
                    format?: "json" | "csv";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ForumStocksTrendingBySectorItem"][];
                        "text/csv": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/forum/stocks/v1/trending/countries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    from?: string;
                    to?: string;
                    /** @deprecated */
                    days?: number;
                    as_of?: string;
                    limit?: number;
                    offset?: number;
                    format?: "json" | "csv";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ForumStocksTrendingByCountryItem"][];
                        "text/csv": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/forum/stocks/v1/stock/{ticker}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    from?: string;
                    to?: string;
                    /** @deprecated */
                    days?: number;
                    as_of?: string;
                    format?: "json" | "csv";
                };
                header?: never;
                path: {
                    ticker: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ForumStocksDetail"];
                        "text/csv": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/forum/stocks/v1/stock/{ticker}/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    as_of?: string;
                };
                header?: never;
                path: {
                    ticker: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ForumStocksExplain"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/forum/stocks/v1/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    q: string;
                    limit?: number;
                    format?: "json" | "csv";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ForumStocksSearch"];
                        "text/csv": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/forum/stocks/v1/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    tickers: string;
                    from?: string;
                    to?: string;
                    /** @deprecated */
                    days?: number;
                    as_of?: string;
                    format?: "json" | "csv";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ForumStocksCompare"];
                        "text/csv": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/forum/stocks/v1/market-sentiment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    from?: string;
                    to?: string;
                    /** @deprecated */
                    days?: number;
                    as_of?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ForumStocksMarketSentiment"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/forum/stocks/v1/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ForumStocksStats"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/forum/stocks/v1/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ForumStocksHealth"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/forum/stocks/v1/sources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ForumStocksSources"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/forum/stocks/v1/stock/{ticker}/mentions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    from?: string;
                    to?: string;
                    /** @deprecated */
                    days?: number;
                    as_of?: string;
                    limit?: number;
                    offset?: number;
                    include_inherited?: boolean;
                    format?: "json" | "csv";
                };
                header?: never;
                path: {
                    ticker: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ForumStocksRawMentions"];
                        "text/csv": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/forum/stocks/v1/export/panel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    from?: string;
                    to?: string;
                    as_of?: string;
                    assets?: string;
                    all?: boolean;
                    fields?: string;
                    format?: "csv" | "ndjson" | "parquet" | "arrow";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/csv; charset=utf-8": string;
                        "application/x-ndjson": components["schemas"]["ForumStocksPanelItem"];
                        "application/vnd.apache.parquet": string;
                        "application/vnd.apache.arrow.stream": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/forum/stocks/v1/export/panel/manifest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    from?: string;
                    to?: string;
                    as_of?: string;
                    assets?: string;
                    all?: boolean;
                    fields?: string;
                    format?: "csv" | "ndjson" | "parquet" | "arrow";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ForumStocksPanelManifest"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/forum/crypto/v1/trending": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    from?: string;
                    to?: string;
                    /** @deprecated */
                    days?: number;
                    as_of?: string;
                    limit?: number;
                    offset?: number;
                    format?: "json" | "csv";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ForumCryptoTrendingItem"][];
                        "text/csv": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/forum/crypto/v1/token/{symbol}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    from?: string;
                    to?: string;
                    /** @deprecated */
                    days?: number;
                    as_of?: string;
                    format?: "json" | "csv";
                };
                header?: never;
                path: {
                    symbol: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ForumCryptoDetail"];
                        "text/csv": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/forum/crypto/v1/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    q: string;
                    limit?: number;
                    format?: "json" | "csv";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ForumCryptoSearch"];
                        "text/csv": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/forum/crypto/v1/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    symbols: string;
                    from?: string;
                    to?: string;
                    /** @deprecated */
                    days?: number;
                    as_of?: string;
                    format?: "json" | "csv";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ForumCryptoCompare"];
                        "text/csv": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/forum/crypto/v1/market-sentiment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    from?: string;
                    to?: string;
                    /** @deprecated */
                    days?: number;
                    as_of?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ForumCryptoMarketSentiment"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/forum/crypto/v1/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ForumCryptoStats"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/forum/crypto/v1/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ForumCryptoHealth"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/forum/crypto/v1/sources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ForumCryptoSources"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/forum/crypto/v1/token/{symbol}/mentions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    from?: string;
                    to?: string;
                    /** @deprecated */
                    days?: number;
                    as_of?: string;
                    limit?: number;
                    offset?: number;
                    include_inherited?: boolean;
                    format?: "json" | "csv";
                };
                header?: never;
                path: {
                    symbol: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ForumCryptoRawMentions"];
                        "text/csv": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/forum/crypto/v1/export/panel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    from?: string;
                    to?: string;
                    as_of?: string;
                    assets?: string;
                    all?: boolean;
                    fields?: string;
                    format?: "csv" | "ndjson" | "parquet" | "arrow";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/csv; charset=utf-8": string;
                        "application/x-ndjson": components["schemas"]["ForumCryptoPanelItem"];
                        "application/vnd.apache.parquet": string;
                        "application/vnd.apache.arrow.stream": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/forum/crypto/v1/export/panel/manifest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    from?: string;
                    to?: string;
                    as_of?: string;
                    assets?: string;
                    all?: boolean;
                    fields?: string;
                    format?: "csv" | "ndjson" | "parquet" | "arrow";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ForumCryptoPanelManifest"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/microblog/stocks/v1/trending": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    from?: string;
                    to?: string;
                    /** @deprecated */
                    days?: number;
                    as_of?: string;
                    limit?: number;
                    offset?: number;
                    type?: "stock" | "etf" | "all";
                    format?: "json" | "csv";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MicroblogStocksTrendingItem"][];
                        "text/csv": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/microblog/stocks/v1/trending/sectors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    from?: string;
                    to?: string;
                    /** @deprecated */
                    days?: number;
                    as_of?: string;
                    limit?: number;
                    offset?: number;
                    format?: "json" | "csv";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MicroblogStocksTrendingBySectorItem"][];
                        "text/csv": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/microblog/stocks/v1/trending/countries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    from?: string;
                    to?: string;
                    /** @deprecated */
                    days?: number;
                    as_of?: string;
                    limit?: number;
                    offset?: number;
                    format?: "json" | "csv";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MicroblogStocksTrendingByCountryItem"][];
                        "text/csv": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/microblog/stocks/v1/stock/{ticker}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    from?: string;
                    to?: string;
                    /** @deprecated */
                    days?: number;
                    as_of?: string;
                    format?: "json" | "csv";
                };
                header?: never;
                path: {
                    ticker: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MicroblogStocksDetail"];
                        "text/csv": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/microblog/stocks/v1/stock/{ticker}/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    as_of?: string;
                };
                header?: never;
                path: {
                    ticker: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MicroblogStocksExplain"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/microblog/stocks/v1/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    q: string;
                    limit?: number;
                    format?: "json" | "csv";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MicroblogStocksSearch"];
                        "text/csv": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/microblog/stocks/v1/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    tickers: string;
                    from?: string;
                    to?: string;
                    /** @deprecated */
                    days?: number;
                    as_of?: string;
                    format?: "json" | "csv";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MicroblogStocksCompare"];
                        "text/csv": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/microblog/stocks/v1/market-sentiment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    from?: string;
                    to?: string;
                    /** @deprecated */
                    days?: number;
                    as_of?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MicroblogStocksMarketSentiment"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/microblog/stocks/v1/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MicroblogStocksStats"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/microblog/stocks/v1/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MicroblogStocksHealth"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/microblog/stocks/v1/sources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MicroblogStocksSources"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/microblog/stocks/v1/stock/{ticker}/mentions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    from?: string;
                    to?: string;
                    /** @deprecated */
                    days?: number;
                    as_of?: string;
                    limit?: number;
                    offset?: number;
                    format?: "json" | "csv";
                };
                header?: never;
                path: {
                    ticker: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MicroblogStocksRawMentions"];
                        "text/csv": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/microblog/stocks/v1/export/panel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    from?: string;
                    to?: string;
                    as_of?: string;
                    assets?: string;
                    all?: boolean;
                    fields?: string;
                    format?: "csv" | "ndjson" | "parquet" | "arrow";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/csv; charset=utf-8": string;
                        "application/x-ndjson": components["schemas"]["MicroblogStocksPanelItem"];
                        "application/vnd.apache.parquet": string;
                        "application/vnd.apache.arrow.stream": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/microblog/stocks/v1/export/panel/manifest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    from?: string;
                    to?: string;
                    as_of?: string;
                    assets?: string;
                    all?: boolean;
                    fields?: string;
                    format?: "csv" | "ndjson" | "parquet" | "arrow";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MicroblogStocksPanelManifest"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/predmarket/stocks/v1/trending": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    from?: string;
                    to?: string;
                    /** @deprecated */
                    days?: number;
                    as_of?: string;
                    limit?: number;
                    offset?: number;
                    type?: "stock" | "etf" | "all";
                    format?: "json" | "csv";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PredmarketStocksTrendingItem"][];
                        "text/csv": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/predmarket/stocks/v1/trending/sectors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    from?: string;
                    to?: string;
                    /** @deprecated */
                    days?: number;
                    as_of?: string;
                    limit?: number;
                    offset?: number;
                    format?: "json" | "csv";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PredmarketStocksTrendingBySectorItem"][];
                        "text/csv": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/predmarket/stocks/v1/trending/countries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    from?: string;
                    to?: string;
                    /** @deprecated */
                    days?: number;
                    as_of?: string;
                    limit?: number;
                    offset?: number;
                    format?: "json" | "csv";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PredmarketStocksTrendingByCountryItem"][];
                        "text/csv": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/predmarket/stocks/v1/stock/{ticker}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    from?: string;
                    to?: string;
                    /** @deprecated */
                    days?: number;
                    as_of?: string;
                    format?: "json" | "csv";
                };
                header?: never;
                path: {
                    ticker: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PredmarketStocksDetail"];
                        "text/csv": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/predmarket/stocks/v1/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    q: string;
                    limit?: number;
                    format?: "json" | "csv";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PredmarketStocksSearch"];
                        "text/csv": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/predmarket/stocks/v1/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    tickers: string;
                    from?: string;
                    to?: string;
                    /** @deprecated */
                    days?: number;
                    as_of?: string;
                    format?: "json" | "csv";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PredmarketStocksCompare"];
                        "text/csv": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/predmarket/stocks/v1/market-sentiment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    from?: string;
                    to?: string;
                    /** @deprecated */
                    days?: number;
                    as_of?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PredmarketStocksMarketSentiment"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/predmarket/stocks/v1/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PredmarketStocksStats"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/predmarket/stocks/v1/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PredmarketStocksHealth"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/predmarket/stocks/v1/sources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PredmarketStocksSources"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/predmarket/stocks/v1/stock/{ticker}/mentions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    from?: string;
                    to?: string;
                    /** @deprecated */
                    days?: number;
                    as_of?: string;
                    limit?: number;
                    offset?: number;
                    format?: "json" | "csv";
                };
                header?: never;
                path: {
                    ticker: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PredmarketStocksRawMentions"];
                        "text/csv": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/predmarket/stocks/v1/export/panel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    from?: string;
                    to?: string;
                    as_of?: string;
                    assets?: string;
                    all?: boolean;
                    fields?: string;
                    format?: "csv" | "ndjson" | "parquet" | "arrow";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/csv; charset=utf-8": string;
                        "application/x-ndjson": components["schemas"]["PredmarketStocksPanelItem"];
                        "application/vnd.apache.parquet": string;
                        "application/vnd.apache.arrow.stream": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/predmarket/stocks/v1/export/panel/manifest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    from?: string;
                    to?: string;
                    as_of?: string;
                    assets?: string;
                    all?: boolean;
                    fields?: string;
                    format?: "csv" | "ndjson" | "parquet" | "arrow";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PredmarketStocksPanelManifest"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ServiceHealth"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        SentimentAnalyzeRequest: {
            text: string;
            target?: string;
        };
        SentimentAnalyzeComponentsPhraseMatchesItem: {
            phrase: string;
            score: number;
        };
        SentimentAnalyzeComponents: {
            engine_version: string;
            model_score: number;
            /** @deprecated */
            vader_compound: null;
            /** @deprecated */
            roberta_score: null;
            /** @deprecated */
            emoji_score: number;
            /** @deprecated */
            phrase_adjustment: number;
            /** @deprecated */
            phrase_matches: components["schemas"]["SentimentAnalyzeComponentsPhraseMatchesItem"][];
            /** @deprecated */
            contextual_finance_matches: string[];
        };
        SentimentAnalyze: {
            text: string;
            sentiment_score: number;
            /** @enum {string} */
            sentiment_label: "positive" | "neutral" | "negative";
            components: components["schemas"]["SentimentAnalyzeComponents"];
        };
        ErrorBody: {
            detail: string;
        };
        RateLimitBodyDetail: {
            error: string;
            message: string;
            limit?: number | null;
            used?: number | null;
            remaining?: number | null;
            /** @enum {string} */
            account_type: "free" | "hobby" | "professional";
            /** Format: date-time */
            reset_at?: string | null;
            contact?: string | null;
        };
        RateLimitBody: {
            detail: components["schemas"]["RateLimitBodyDetail"];
        };
        ProfessionalRequiredBodyDetail: {
            error: string;
            message: string;
            /** @enum {string} */
            account_type: "free" | "hobby" | "professional";
        };
        ProfessionalRequiredBody: {
            detail: components["schemas"]["ProfessionalRequiredBodyDetail"];
        };
        ValidationErrorBodyDetailItem: {
            loc: (string | number)[];
            msg: string;
            type: string;
            input?: unknown;
            ctx?: Record<string, never>;
        };
        ValidationErrorBody: {
            detail: components["schemas"]["ValidationErrorBodyDetailItem"][];
        };
        SentimentAnalyzeCompaniesRequest: {
            text: string;
            target?: string;
        };
        SentimentAnalyzeCompaniesProbabilities: {
            negative: number;
            neutral: number;
            positive: number;
        };
        SentimentAnalyzeCompaniesCompaniesItemSpansItem: {
            start: number;
            end: number;
        };
        SentimentAnalyzeCompaniesCompaniesItemProbabilities: {
            negative: number;
            neutral: number;
            positive: number;
        };
        SentimentAnalyzeCompaniesCompaniesItem: {
            ticker: string;
            company_name: string | null;
            link_confidence: number;
            spans: components["schemas"]["SentimentAnalyzeCompaniesCompaniesItemSpansItem"][];
            sentiment_score: number;
            /** @enum {string} */
            sentiment_label: "positive" | "neutral" | "negative";
            probabilities: components["schemas"]["SentimentAnalyzeCompaniesCompaniesItemProbabilities"];
        };
        SentimentAnalyzeCompanies: {
            text: string;
            target: string | null;
            target_found: boolean | null;
            sentiment_score: number;
            /** @enum {string} */
            sentiment_label: "positive" | "neutral" | "negative";
            probabilities: components["schemas"]["SentimentAnalyzeCompaniesProbabilities"];
            engine_version: string;
            companies: components["schemas"]["SentimentAnalyzeCompaniesCompaniesItem"][];
        };
        NewsStocksTrendingItem: {
            ticker: string;
            company_name: string | null;
            buzz_score: number;
            /** @enum {string} */
            trend: "rising" | "falling" | "stable";
            mentions: number;
            source_count: number;
            sentiment_score: number | null;
            bullish_pct: number;
            bearish_pct: number;
            trend_history: number[];
        };
        LookbackErrorBodyDetail: {
            error: string;
            message: string;
            requested_days: number;
            max_days: number;
            /** @enum {string} */
            account_type: "free" | "hobby" | "professional";
        };
        LookbackErrorBody: {
            detail: components["schemas"]["LookbackErrorBodyDetail"];
        };
        NewsStocksTrendingBySectorItem: {
            sector: string;
            buzz_score: number;
            /** @enum {string} */
            trend: "rising" | "falling" | "stable";
            mentions: number;
            unique_tickers: number;
            source_count: number;
            sentiment_score: number | null;
            bullish_pct: number;
            bearish_pct: number;
            top_tickers: string[];
            trend_history: number[];
        };
        NewsStocksTrendingByCountryItem: {
            country: string;
            buzz_score: number;
            /** @enum {string} */
            trend: "rising" | "falling" | "stable";
            mentions: number;
            unique_tickers: number;
            source_count: number;
            sentiment_score: number | null;
            bullish_pct: number;
            bearish_pct: number;
            top_tickers: string[];
            trend_history: number[];
        };
        NewsStocksDetailDailyTrendItem: {
            /** Format: date */
            date: string;
            mentions: number;
            sentiment_score: number | null;
            buzz_score: number;
            bullish_pct: number;
            bearish_pct: number;
        };
        NewsStocksDetailTopSourcesItem: {
            source: string;
            mentions: number;
            sentiment_score: number | null;
            buzz_score: number;
            count: number;
        };
        NewsStocksDetailTopMentionsItem: {
            text_snippet: string;
            sentiment_score: number | null;
            /** @enum {string|null} */
            sentiment_label: "positive" | "neutral" | "negative" | null;
            source: string;
            /** Format: date-time */
            created_utc: string;
        };
        NewsStocksDetail: {
            /** @deprecated */
            found: boolean;
            ticker: string;
            company_name: string | null;
            period_days: number;
            buzz_score: number;
            mentions: number;
            sentiment_score: number | null;
            /** @enum {string|null} */
            trend: "rising" | "falling" | "stable" | null;
            source_count: number;
            /** @deprecated */
            positive_count: number;
            /** @deprecated */
            negative_count: number;
            /** @deprecated */
            neutral_count: number;
            bullish_pct: number;
            bearish_pct: number;
            daily_trend: components["schemas"]["NewsStocksDetailDailyTrendItem"][];
            top_sources: components["schemas"]["NewsStocksDetailTopSourcesItem"][];
            top_mentions: components["schemas"]["NewsStocksDetailTopMentionsItem"][];
        };
        UnsupportedAssetBodyDetail: {
            /** @enum {string} */
            error_code: "unsupported_ticker" | "unsupported_symbol";
            message: string;
        };
        UnsupportedAssetBody: {
            detail: components["schemas"]["UnsupportedAssetBodyDetail"];
        };
        NewsStocksExplain: {
            ticker: string;
            company_name: string | null;
            explanation: string;
            cached: boolean;
            /** Format: date-time */
            generated_at: string;
            model: string | null;
        };
        NewsStocksSearchResultsItemSummary: {
            mentions: number;
            buzz_score: number;
            /** @enum {string|null} */
            trend: "rising" | "falling" | "stable" | null;
            sentiment_score: number | null;
        };
        NewsStocksSearchResultsItem: {
            ticker: string;
            name: string | null;
            /** @enum {string|null} */
            type: "Stock" | "ETF" | null;
            exchange: string | null;
            sector: string | null;
            country: string | null;
            aliases: string[];
            summary: components["schemas"]["NewsStocksSearchResultsItemSummary"];
        };
        NewsStocksSearch: {
            query: string;
            count: number;
            period_days: number;
            results: components["schemas"]["NewsStocksSearchResultsItem"][];
        };
        NewsStocksCompareStocksItem: {
            ticker: string;
            company_name: string | null;
            buzz_score: number;
            /** @enum {string|null} */
            trend: "rising" | "falling" | "stable" | null;
            trend_history: number[];
            mentions: number;
            source_count: number;
            sentiment_score: number | null;
            bullish_pct: number;
            bearish_pct: number;
        };
        NewsStocksCompare: {
            period_days: number;
            stocks: components["schemas"]["NewsStocksCompareStocksItem"][];
        };
        AssetCountErrorBodyDetail: {
            error: string;
            message: string;
            max_items: number;
            item_name: string;
        };
        AssetCountErrorBody: {
            detail: components["schemas"]["AssetCountErrorBodyDetail"];
        };
        NewsStocksMarketSentimentDriversItem: {
            ticker: string;
            mentions: number;
            buzz_score: number;
            sentiment_score: number | null;
        };
        NewsStocksMarketSentiment: {
            buzz_score: number;
            /** @enum {string|null} */
            trend: "rising" | "falling" | "stable" | null;
            sentiment_score: number | null;
            bullish_pct: number;
            bearish_pct: number;
            /** @deprecated */
            positive_count: number;
            /** @deprecated */
            negative_count: number;
            /** @deprecated */
            neutral_count: number;
            mentions: number;
            unique_articles: number;
            source_count: number;
            active_tickers: number;
            trend_history: number[];
            drivers: components["schemas"]["NewsStocksMarketSentimentDriversItem"][];
        };
        NewsStocksStats: {
            total_mentions: number;
            unique_tickers: number;
            mentions_today: number;
            unique_tickers_today: number;
            supported_tickers: number;
        };
        NewsStocksHealthScheduler: {
            running: boolean;
            /** Format: date-time */
            last_scrape: string | null;
            scrape_count: number;
            error_count: number;
            success_rate: number | null;
            note: string | null;
        };
        NewsStocksHealth: {
            /** @enum {string} */
            status: "healthy" | "degraded" | "unhealthy";
            service: string;
            version: string;
            total_mentions: number;
            tickers_tracked: number;
            scheduler: components["schemas"]["NewsStocksHealthScheduler"] | null;
            error: string | null;
        };
        NewsStocksSourcesSourcesItemOpenGapsItem: {
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
            reason: string | null;
        };
        NewsStocksSourcesSourcesItem: {
            name: string;
            type: string;
            /** @enum {string} */
            status: "ok" | "waiting" | "failing" | "blocked" | "stale" | "paused";
            /** Format: date-time */
            last_poll: string | null;
            /** Format: date-time */
            last_success: string | null;
            /** @enum {string|null} */
            outcome: "new" | "unchanged" | "empty" | "blocked" | "error" | "truncated" | null;
            reason: string | null;
            lag_seconds: number | null;
            /** Format: date-time */
            newest_item: string | null;
            polls: number;
            errors: number;
            items_24h: number;
            coverage_24h: number | null;
            coverage_30d: number | null;
            coverage_by_hour: (number | null)[];
            open_gaps: components["schemas"]["NewsStocksSourcesSourcesItemOpenGapsItem"][];
            items_paid_today: number;
        };
        NewsStocksSourcesDailyCoverageItem: {
            /** Format: date */
            date: string;
            coverage: number | null;
        };
        NewsStocksSources: {
            coverage: number | null;
            sources: components["schemas"]["NewsStocksSourcesSourcesItem"][];
            daily_coverage: components["schemas"]["NewsStocksSourcesDailyCoverageItem"][];
        };
        NewsStocksRawMentionsResultsItem: {
            ticker: string;
            title: string | null;
            summary: string | null;
            url: string | null;
            source: string;
            author: string | null;
            /** Format: date-time */
            published_at: string;
            /** Format: date-time */
            created_utc: string;
            sentiment_score: number | null;
            relevance_score: number | null;
            article_id: string;
            text_snippet: string;
            /** @enum {string|null} */
            sentiment_label: "positive" | "neutral" | "negative" | null;
        };
        NewsStocksRawMentions: {
            ticker: string;
            period_days: number;
            count: number;
            results: components["schemas"]["NewsStocksRawMentionsResultsItem"][];
        };
        NewsStocksPanelItem: {
            /** Format: date */
            date: string;
            ticker: string;
            buzz_score: number | null;
            sentiment_score: number | null;
            bullish_pct: number | null;
            bearish_pct: number | null;
            mentions: number | null;
            source_count: number | null;
            /** @deprecated */
            positive_count: number | null;
            /** @deprecated */
            neutral_count: number | null;
            /** @deprecated */
            negative_count: number | null;
            reference_evidence: number | null;
            reference_people: number | null;
            reference_places: number | null;
            coverage: number;
            /** Format: date-time */
            known_at: string | null;
            revision: number;
            frozen: boolean;
        };
        NewsStocksPanelManifest: {
            namespace: string;
            format: string;
            fields: string[];
            from: string;
            to: string;
            as_of: string | null;
            assets: number;
            rows: number;
            bytes: number;
            tag: string;
            sha256: string;
            snapshot: number;
            published_at: string;
            engine_version: string;
            interface_version: string;
        };
        ForumStocksTrendingItem: {
            ticker: string;
            company_name: string | null;
            buzz_score: number;
            /** @enum {string} */
            trend: "rising" | "falling" | "stable";
            mentions: number;
            unique_posts: number;
            community_count: number;
            sentiment_score: number | null;
            bullish_pct: number;
            bearish_pct: number;
            total_upvotes: number;
            trend_history: number[];
        };
        ForumStocksTrendingBySectorItem: {
            sector: string;
            buzz_score: number;
            /** @enum {string} */
            trend: "rising" | "falling" | "stable";
            mentions: number;
            unique_tickers: number;
            community_count: number;
            sentiment_score: number | null;
            bullish_pct: number;
            bearish_pct: number;
            total_upvotes: number;
            top_tickers: string[];
            trend_history: number[];
        };
        ForumStocksTrendingByCountryItem: {
            country: string;
            buzz_score: number;
            /** @enum {string} */
            trend: "rising" | "falling" | "stable";
            mentions: number;
            unique_tickers: number;
            community_count: number;
            sentiment_score: number | null;
            bullish_pct: number;
            bearish_pct: number;
            total_upvotes: number;
            top_tickers: string[];
            trend_history: number[];
        };
        ForumStocksDetailDailyTrendItem: {
            /** Format: date */
            date: string;
            mentions: number;
            sentiment_score: number | null;
            buzz_score: number;
            bullish_pct: number;
            bearish_pct: number;
        };
        ForumStocksDetailTopCommunitiesItem: {
            community: string;
            mentions: number;
            sentiment_score: number | null;
            buzz_score: number;
            count: number;
        };
        ForumStocksDetailTopMentionsItem: {
            text_snippet: string;
            sentiment_score: number | null;
            /** @enum {string|null} */
            sentiment_label: "positive" | "neutral" | "negative" | null;
            upvotes: number;
            community: string;
            /** Format: date-time */
            created_utc: string;
        };
        ForumStocksDetail: {
            /** @deprecated */
            found: boolean;
            ticker: string;
            company_name: string | null;
            period_days: number;
            buzz_score: number;
            mentions: number;
            sentiment_score: number | null;
            /** @enum {string|null} */
            trend: "rising" | "falling" | "stable" | null;
            total_upvotes: number;
            unique_posts: number;
            community_count: number;
            /** @deprecated */
            positive_count: number;
            /** @deprecated */
            negative_count: number;
            /** @deprecated */
            neutral_count: number;
            bullish_pct: number;
            bearish_pct: number;
            daily_trend: components["schemas"]["ForumStocksDetailDailyTrendItem"][];
            top_communities: components["schemas"]["ForumStocksDetailTopCommunitiesItem"][];
            top_mentions: components["schemas"]["ForumStocksDetailTopMentionsItem"][];
        };
        ForumStocksExplain: {
            ticker: string;
            company_name: string | null;
            explanation: string;
            cached: boolean;
            /** Format: date-time */
            generated_at: string;
            model: string | null;
        };
        ForumStocksSearchResultsItemSummary: {
            mentions: number;
            buzz_score: number;
            /** @enum {string|null} */
            trend: "rising" | "falling" | "stable" | null;
            sentiment_score: number | null;
        };
        ForumStocksSearchResultsItem: {
            ticker: string;
            name: string | null;
            /** @enum {string|null} */
            type: "Stock" | "ETF" | null;
            exchange: string | null;
            sector: string | null;
            country: string | null;
            aliases: string[];
            summary: components["schemas"]["ForumStocksSearchResultsItemSummary"];
        };
        ForumStocksSearch: {
            query: string;
            count: number;
            period_days: number;
            results: components["schemas"]["ForumStocksSearchResultsItem"][];
        };
        ForumStocksCompareStocksItem: {
            ticker: string;
            company_name: string | null;
            buzz_score: number;
            /** @enum {string|null} */
            trend: "rising" | "falling" | "stable" | null;
            trend_history: number[];
            mentions: number;
            unique_posts: number;
            community_count: number;
            sentiment_score: number | null;
            bullish_pct: number;
            bearish_pct: number;
            total_upvotes: number;
        };
        ForumStocksCompare: {
            period_days: number;
            stocks: components["schemas"]["ForumStocksCompareStocksItem"][];
        };
        ForumStocksMarketSentimentDriversItem: {
            ticker: string;
            mentions: number;
            buzz_score: number;
            sentiment_score: number | null;
        };
        ForumStocksMarketSentiment: {
            buzz_score: number;
            /** @enum {string|null} */
            trend: "rising" | "falling" | "stable" | null;
            sentiment_score: number | null;
            bullish_pct: number;
            bearish_pct: number;
            /** @deprecated */
            positive_count: number;
            /** @deprecated */
            negative_count: number;
            /** @deprecated */
            neutral_count: number;
            mentions: number;
            unique_posts: number;
            community_count: number;
            total_upvotes: number;
            active_tickers: number;
            trend_history: number[];
            drivers: components["schemas"]["ForumStocksMarketSentimentDriversItem"][];
        };
        ForumStocksStats: {
            total_mentions: number;
            unique_tickers: number;
            mentions_today: number;
            unique_tickers_today: number;
            supported_tickers: number;
        };
        ForumStocksHealthScheduler: {
            running: boolean;
            /** Format: date-time */
            last_scrape: string | null;
            scrape_count: number;
            error_count: number;
            success_rate: number | null;
            note: string | null;
        };
        ForumStocksHealth: {
            /** @enum {string} */
            status: "healthy" | "degraded" | "unhealthy";
            service: string;
            version: string;
            total_mentions: number;
            tickers_tracked: number;
            scheduler: components["schemas"]["ForumStocksHealthScheduler"] | null;
            error: string | null;
        };
        ForumStocksSourcesSourcesItemOpenGapsItem: {
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
            reason: string | null;
        };
        ForumStocksSourcesSourcesItem: {
            name: string;
            type: string;
            /** @enum {string} */
            status: "ok" | "waiting" | "failing" | "blocked" | "stale" | "paused";
            /** Format: date-time */
            last_poll: string | null;
            /** Format: date-time */
            last_success: string | null;
            /** @enum {string|null} */
            outcome: "new" | "unchanged" | "empty" | "blocked" | "error" | "truncated" | null;
            reason: string | null;
            lag_seconds: number | null;
            /** Format: date-time */
            newest_item: string | null;
            polls: number;
            errors: number;
            items_24h: number;
            coverage_24h: number | null;
            coverage_30d: number | null;
            coverage_by_hour: (number | null)[];
            open_gaps: components["schemas"]["ForumStocksSourcesSourcesItemOpenGapsItem"][];
            items_paid_today: number;
        };
        ForumStocksSourcesDailyCoverageItem: {
            /** Format: date */
            date: string;
            coverage: number | null;
        };
        ForumStocksSources: {
            coverage: number | null;
            sources: components["schemas"]["ForumStocksSourcesSourcesItem"][];
            daily_coverage: components["schemas"]["ForumStocksSourcesDailyCoverageItem"][];
        };
        ForumStocksRawMentionsResultsItem: {
            ticker: string;
            post_id: string | null;
            comment_id: string | null;
            community: string | null;
            author: string | null;
            text: string;
            /** Format: date-time */
            created_utc: string;
            sentiment_score: number | null;
            upvotes: number;
            is_inherited: boolean;
            text_snippet: string;
            /** @enum {string|null} */
            sentiment_label: "positive" | "neutral" | "negative" | null;
        };
        ForumStocksRawMentions: {
            ticker: string;
            period_days: number;
            count: number;
            results: components["schemas"]["ForumStocksRawMentionsResultsItem"][];
        };
        ForumStocksPanelItem: {
            /** Format: date */
            date: string;
            ticker: string;
            buzz_score: number | null;
            sentiment_score: number | null;
            bullish_pct: number | null;
            bearish_pct: number | null;
            mentions: number | null;
            unique_posts: number | null;
            community_count: number | null;
            total_upvotes: number | null;
            /** @deprecated */
            positive_count: number | null;
            /** @deprecated */
            neutral_count: number | null;
            /** @deprecated */
            negative_count: number | null;
            reference_evidence: number | null;
            reference_people: number | null;
            reference_places: number | null;
            coverage: number;
            /** Format: date-time */
            known_at: string | null;
            revision: number;
            frozen: boolean;
        };
        ForumStocksPanelManifest: {
            namespace: string;
            format: string;
            fields: string[];
            from: string;
            to: string;
            as_of: string | null;
            assets: number;
            rows: number;
            bytes: number;
            tag: string;
            sha256: string;
            snapshot: number;
            published_at: string;
            engine_version: string;
            interface_version: string;
        };
        ForumCryptoTrendingItem: {
            symbol: string;
            name: string | null;
            buzz_score: number;
            /** @enum {string} */
            trend: "rising" | "falling" | "stable";
            mentions: number;
            unique_posts: number;
            community_count: number;
            sentiment_score: number | null;
            bullish_pct: number;
            bearish_pct: number;
            total_upvotes: number;
            trend_history: number[];
        };
        ForumCryptoDetailDailyTrendItem: {
            /** Format: date */
            date: string;
            mentions: number;
            sentiment_score: number | null;
            buzz_score: number;
            bullish_pct: number;
            bearish_pct: number;
        };
        ForumCryptoDetailTopCommunitiesItem: {
            community: string;
            mentions: number;
            sentiment_score: number | null;
            buzz_score: number;
            count: number;
        };
        ForumCryptoDetailTopMentionsItem: {
            text_snippet: string;
            sentiment_score: number | null;
            /** @enum {string|null} */
            sentiment_label: "positive" | "neutral" | "negative" | null;
            upvotes: number;
            community: string;
            /** Format: date-time */
            created_utc: string;
        };
        ForumCryptoDetail: {
            /** @deprecated */
            found: boolean;
            symbol: string;
            name: string | null;
            period_days: number;
            buzz_score: number;
            mentions: number;
            sentiment_score: number | null;
            /** @enum {string|null} */
            trend: "rising" | "falling" | "stable" | null;
            total_upvotes: number;
            unique_posts: number;
            community_count: number;
            /** @deprecated */
            positive_count: number;
            /** @deprecated */
            negative_count: number;
            /** @deprecated */
            neutral_count: number;
            bullish_pct: number;
            bearish_pct: number;
            daily_trend: components["schemas"]["ForumCryptoDetailDailyTrendItem"][];
            top_communities: components["schemas"]["ForumCryptoDetailTopCommunitiesItem"][];
            top_mentions: components["schemas"]["ForumCryptoDetailTopMentionsItem"][];
        };
        ForumCryptoSearchResultsItemSummary: {
            mentions: number;
            buzz_score: number;
            /** @enum {string|null} */
            trend: "rising" | "falling" | "stable" | null;
            sentiment_score: number | null;
        };
        ForumCryptoSearchResultsItem: {
            symbol: string;
            name: string | null;
            market_cap_rank: number | null;
            market_cap_usd: number | null;
            aliases: string[];
            summary: components["schemas"]["ForumCryptoSearchResultsItemSummary"];
        };
        ForumCryptoSearch: {
            query: string;
            count: number;
            period_days: number;
            results: components["schemas"]["ForumCryptoSearchResultsItem"][];
        };
        ForumCryptoCompareTokensItem: {
            symbol: string;
            name: string | null;
            buzz_score: number;
            /** @enum {string|null} */
            trend: "rising" | "falling" | "stable" | null;
            trend_history: number[];
            mentions: number;
            unique_posts: number;
            community_count: number;
            sentiment_score: number | null;
            bullish_pct: number;
            bearish_pct: number;
            total_upvotes: number;
        };
        ForumCryptoCompare: {
            period_days: number;
            tokens: components["schemas"]["ForumCryptoCompareTokensItem"][];
        };
        ForumCryptoMarketSentimentDriversItem: {
            symbol: string;
            mentions: number;
            buzz_score: number;
            sentiment_score: number | null;
        };
        ForumCryptoMarketSentiment: {
            buzz_score: number;
            /** @enum {string|null} */
            trend: "rising" | "falling" | "stable" | null;
            sentiment_score: number | null;
            bullish_pct: number;
            bearish_pct: number;
            /** @deprecated */
            positive_count: number;
            /** @deprecated */
            negative_count: number;
            /** @deprecated */
            neutral_count: number;
            mentions: number;
            unique_posts: number;
            community_count: number;
            total_upvotes: number;
            active_tickers: number;
            trend_history: number[];
            drivers: components["schemas"]["ForumCryptoMarketSentimentDriversItem"][];
        };
        ForumCryptoStats: {
            total_mentions: number;
            unique_tokens: number;
            mentions_today: number;
            unique_tokens_today: number;
            supported_tokens: number;
        };
        ForumCryptoHealthScheduler: {
            running: boolean;
            /** Format: date-time */
            last_scrape: string | null;
            scrape_count: number;
            error_count: number;
            success_rate: number | null;
            note: string | null;
        };
        ForumCryptoHealth: {
            /** @enum {string} */
            status: "healthy" | "degraded" | "unhealthy";
            service: string;
            version: string;
            total_mentions: number;
            tokens_tracked: number;
            scheduler: components["schemas"]["ForumCryptoHealthScheduler"] | null;
            error: string | null;
        };
        ForumCryptoSourcesSourcesItemOpenGapsItem: {
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
            reason: string | null;
        };
        ForumCryptoSourcesSourcesItem: {
            name: string;
            type: string;
            /** @enum {string} */
            status: "ok" | "waiting" | "failing" | "blocked" | "stale" | "paused";
            /** Format: date-time */
            last_poll: string | null;
            /** Format: date-time */
            last_success: string | null;
            /** @enum {string|null} */
            outcome: "new" | "unchanged" | "empty" | "blocked" | "error" | "truncated" | null;
            reason: string | null;
            lag_seconds: number | null;
            /** Format: date-time */
            newest_item: string | null;
            polls: number;
            errors: number;
            items_24h: number;
            coverage_24h: number | null;
            coverage_30d: number | null;
            coverage_by_hour: (number | null)[];
            open_gaps: components["schemas"]["ForumCryptoSourcesSourcesItemOpenGapsItem"][];
            items_paid_today: number;
        };
        ForumCryptoSourcesDailyCoverageItem: {
            /** Format: date */
            date: string;
            coverage: number | null;
        };
        ForumCryptoSources: {
            coverage: number | null;
            sources: components["schemas"]["ForumCryptoSourcesSourcesItem"][];
            daily_coverage: components["schemas"]["ForumCryptoSourcesDailyCoverageItem"][];
        };
        ForumCryptoRawMentionsResultsItem: {
            symbol: string;
            post_id: string | null;
            comment_id: string | null;
            community: string | null;
            author: string | null;
            text: string;
            /** Format: date-time */
            created_utc: string;
            sentiment_score: number | null;
            upvotes: number;
            is_inherited: boolean;
            text_snippet: string;
            /** @enum {string|null} */
            sentiment_label: "positive" | "neutral" | "negative" | null;
        };
        ForumCryptoRawMentions: {
            symbol: string;
            period_days: number;
            count: number;
            results: components["schemas"]["ForumCryptoRawMentionsResultsItem"][];
        };
        ForumCryptoPanelItem: {
            /** Format: date */
            date: string;
            symbol: string;
            buzz_score: number | null;
            sentiment_score: number | null;
            bullish_pct: number | null;
            bearish_pct: number | null;
            mentions: number | null;
            unique_posts: number | null;
            community_count: number | null;
            total_upvotes: number | null;
            /** @deprecated */
            positive_count: number | null;
            /** @deprecated */
            neutral_count: number | null;
            /** @deprecated */
            negative_count: number | null;
            reference_evidence: number | null;
            reference_people: number | null;
            reference_places: number | null;
            coverage: number;
            /** Format: date-time */
            known_at: string | null;
            revision: number;
            frozen: boolean;
        };
        ForumCryptoPanelManifest: {
            namespace: string;
            format: string;
            fields: string[];
            from: string;
            to: string;
            as_of: string | null;
            assets: number;
            rows: number;
            bytes: number;
            tag: string;
            sha256: string;
            snapshot: number;
            published_at: string;
            engine_version: string;
            interface_version: string;
        };
        MicroblogStocksTrendingItem: {
            ticker: string;
            company_name: string | null;
            buzz_score: number;
            /** @enum {string} */
            trend: "rising" | "falling" | "stable";
            mentions: number;
            sentiment_score: number | null;
            bullish_pct: number;
            bearish_pct: number;
            total_upvotes: number;
            unique_mposts: number;
            trend_history: number[];
        };
        MicroblogStocksTrendingBySectorItem: {
            sector: string;
            buzz_score: number;
            /** @enum {string} */
            trend: "rising" | "falling" | "stable";
            mentions: number;
            unique_tickers: number;
            unique_authors: number;
            sentiment_score: number | null;
            bullish_pct: number;
            bearish_pct: number;
            total_upvotes: number;
            top_tickers: string[];
            trend_history: number[];
        };
        MicroblogStocksTrendingByCountryItem: {
            country: string;
            buzz_score: number;
            /** @enum {string} */
            trend: "rising" | "falling" | "stable";
            mentions: number;
            unique_tickers: number;
            unique_authors: number;
            sentiment_score: number | null;
            bullish_pct: number;
            bearish_pct: number;
            total_upvotes: number;
            top_tickers: string[];
            trend_history: number[];
        };
        MicroblogStocksDetailDailyTrendItem: {
            /** Format: date */
            date: string;
            mentions: number;
            sentiment_score: number | null;
            buzz_score: number;
            bullish_pct: number;
            bearish_pct: number;
        };
        MicroblogStocksDetailTopAuthorsItem: {
            author: string;
            mentions: number;
            sentiment_score: number | null;
            buzz_score: number;
            count: number;
        };
        MicroblogStocksDetailTopMpostsItem: {
            text_snippet: string;
            sentiment_score: number | null;
            /** @enum {string|null} */
            sentiment_label: "positive" | "neutral" | "negative" | null;
            likes: number;
            retweets: number;
            views: number | null;
            author: string | null;
            /** Format: date-time */
            created_at: string;
        };
        MicroblogStocksDetail: {
            /** @deprecated */
            found: boolean;
            ticker: string;
            company_name: string | null;
            period_days: number;
            buzz_score: number;
            mentions: number;
            sentiment_score: number | null;
            /** @enum {string|null} */
            trend: "rising" | "falling" | "stable" | null;
            total_upvotes: number;
            unique_mposts: number;
            /** @deprecated */
            positive_count: number;
            /** @deprecated */
            negative_count: number;
            /** @deprecated */
            neutral_count: number;
            bullish_pct: number;
            bearish_pct: number;
            daily_trend: components["schemas"]["MicroblogStocksDetailDailyTrendItem"][];
            top_authors: components["schemas"]["MicroblogStocksDetailTopAuthorsItem"][];
            top_mposts: components["schemas"]["MicroblogStocksDetailTopMpostsItem"][];
        };
        MicroblogStocksExplain: {
            ticker: string;
            company_name: string | null;
            explanation: string;
            cached: boolean;
            /** Format: date-time */
            generated_at: string;
            model: string | null;
        };
        MicroblogStocksSearchResultsItemSummary: {
            mentions: number;
            buzz_score: number;
            /** @enum {string|null} */
            trend: "rising" | "falling" | "stable" | null;
            sentiment_score: number | null;
        };
        MicroblogStocksSearchResultsItem: {
            ticker: string;
            name: string | null;
            /** @enum {string|null} */
            type: "Stock" | "ETF" | null;
            exchange: string | null;
            sector: string | null;
            country: string | null;
            aliases: string[];
            summary: components["schemas"]["MicroblogStocksSearchResultsItemSummary"];
        };
        MicroblogStocksSearch: {
            query: string;
            count: number;
            period_days: number;
            results: components["schemas"]["MicroblogStocksSearchResultsItem"][];
        };
        MicroblogStocksCompareStocksItem: {
            ticker: string;
            company_name: string | null;
            buzz_score: number;
            /** @enum {string|null} */
            trend: "rising" | "falling" | "stable" | null;
            trend_history: number[];
            mentions: number;
            unique_mposts: number;
            sentiment_score: number | null;
            bullish_pct: number;
            bearish_pct: number;
            total_upvotes: number;
        };
        MicroblogStocksCompare: {
            period_days: number;
            stocks: components["schemas"]["MicroblogStocksCompareStocksItem"][];
        };
        MicroblogStocksMarketSentimentDriversItem: {
            ticker: string;
            mentions: number;
            buzz_score: number;
            sentiment_score: number | null;
        };
        MicroblogStocksMarketSentiment: {
            buzz_score: number;
            /** @enum {string|null} */
            trend: "rising" | "falling" | "stable" | null;
            sentiment_score: number | null;
            bullish_pct: number;
            bearish_pct: number;
            /** @deprecated */
            positive_count: number;
            /** @deprecated */
            negative_count: number;
            /** @deprecated */
            neutral_count: number;
            mentions: number;
            unique_mposts: number;
            unique_authors: number;
            total_upvotes: number;
            active_tickers: number;
            trend_history: number[];
            drivers: components["schemas"]["MicroblogStocksMarketSentimentDriversItem"][];
        };
        MicroblogStocksStats: {
            total_mentions: number;
            unique_tickers: number;
            mentions_today: number;
            unique_tickers_today: number;
            supported_tickers: number;
        };
        MicroblogStocksHealthScheduler: {
            running: boolean;
            /** Format: date-time */
            last_scrape: string | null;
            scrape_count: number;
            error_count: number;
            success_rate: number | null;
            note: string | null;
        };
        MicroblogStocksHealth: {
            /** @enum {string} */
            status: "healthy" | "degraded" | "unhealthy";
            service: string;
            version: string;
            total_mentions: number;
            tickers_tracked: number;
            scheduler: components["schemas"]["MicroblogStocksHealthScheduler"] | null;
            error: string | null;
        };
        MicroblogStocksSourcesSourcesItemOpenGapsItem: {
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
            reason: string | null;
        };
        MicroblogStocksSourcesSourcesItem: {
            name: string;
            type: string;
            /** @enum {string} */
            status: "ok" | "waiting" | "failing" | "blocked" | "stale" | "paused";
            /** Format: date-time */
            last_poll: string | null;
            /** Format: date-time */
            last_success: string | null;
            /** @enum {string|null} */
            outcome: "new" | "unchanged" | "empty" | "blocked" | "error" | "truncated" | null;
            reason: string | null;
            lag_seconds: number | null;
            /** Format: date-time */
            newest_item: string | null;
            polls: number;
            errors: number;
            items_24h: number;
            coverage_24h: number | null;
            coverage_30d: number | null;
            coverage_by_hour: (number | null)[];
            open_gaps: components["schemas"]["MicroblogStocksSourcesSourcesItemOpenGapsItem"][];
            items_paid_today: number;
        };
        MicroblogStocksSourcesDailyCoverageItem: {
            /** Format: date */
            date: string;
            coverage: number | null;
        };
        MicroblogStocksSources: {
            coverage: number | null;
            sources: components["schemas"]["MicroblogStocksSourcesSourcesItem"][];
            daily_coverage: components["schemas"]["MicroblogStocksSourcesDailyCoverageItem"][];
        };
        MicroblogStocksRawMentionsResultsItem: {
            ticker: string;
            mpost_id: string | null;
            author_username: string | null;
            text: string;
            /** Format: date-time */
            created_utc: string;
            sentiment_score: number | null;
            likes: number;
            retweets: number;
            replies: number;
            quotes: number;
            author: string | null;
            text_snippet: string;
            views: number | null;
            /** @enum {string|null} */
            sentiment_label: "positive" | "neutral" | "negative" | null;
        };
        MicroblogStocksRawMentions: {
            ticker: string;
            period_days: number;
            count: number;
            results: components["schemas"]["MicroblogStocksRawMentionsResultsItem"][];
        };
        MicroblogStocksPanelItem: {
            /** Format: date */
            date: string;
            ticker: string;
            buzz_score: number | null;
            sentiment_score: number | null;
            bullish_pct: number | null;
            bearish_pct: number | null;
            mentions: number | null;
            total_upvotes: number | null;
            unique_mposts: number | null;
            /** @deprecated */
            positive_count: number | null;
            /** @deprecated */
            neutral_count: number | null;
            /** @deprecated */
            negative_count: number | null;
            reference_evidence: number | null;
            reference_people: number | null;
            reference_places: number | null;
            coverage: number;
            /** Format: date-time */
            known_at: string | null;
            revision: number;
            frozen: boolean;
        };
        MicroblogStocksPanelManifest: {
            namespace: string;
            format: string;
            fields: string[];
            from: string;
            to: string;
            as_of: string | null;
            assets: number;
            rows: number;
            bytes: number;
            tag: string;
            sha256: string;
            snapshot: number;
            published_at: string;
            engine_version: string;
            interface_version: string;
        };
        PredmarketStocksTrendingItem: {
            ticker: string;
            company_name: string | null;
            buzz_score: number;
            /** @enum {string} */
            trend: "rising" | "falling" | "stable";
            sentiment_score: number | null;
            bullish_pct: number;
            bearish_pct: number;
            trade_count: number;
            market_count: number;
            current_market_count: number;
            total_liquidity: number;
            unique_traders: number | null;
            trend_history: number[];
        };
        PredmarketStocksTrendingBySectorItem: {
            sector: string;
            buzz_score: number;
            /** @enum {string} */
            trend: "rising" | "falling" | "stable";
            sentiment_score: number | null;
            bullish_pct: number;
            bearish_pct: number;
            market_count: number;
            current_market_count: number;
            total_liquidity: number;
            trade_count: number;
            unique_tickers: number;
            unique_traders: number | null;
            top_tickers: string[];
            trend_history: number[];
        };
        PredmarketStocksTrendingByCountryItem: {
            country: string;
            buzz_score: number;
            /** @enum {string} */
            trend: "rising" | "falling" | "stable";
            sentiment_score: number | null;
            bullish_pct: number;
            bearish_pct: number;
            market_count: number;
            current_market_count: number;
            total_liquidity: number;
            trade_count: number;
            unique_tickers: number;
            unique_traders: number | null;
            top_tickers: string[];
            trend_history: number[];
        };
        PredmarketStocksDetailDailyTrendItem: {
            /** Format: date */
            date: string;
            trade_count: number;
            sentiment_score: number | null;
            buzz_score: number;
            bullish_pct: number;
            bearish_pct: number;
        };
        PredmarketStocksDetailTopMentionsItem: {
            condition_id: string;
            question: string;
            /** @enum {string} */
            market_type: "up_down" | "close_above" | "hit_target" | "earnings" | "other";
            trade_count: number;
            sentiment_score: number | null;
            /** @enum {string|null} */
            sentiment_label: "positive" | "neutral" | "negative" | null;
            buzz_score: number;
            yes_price: number | null;
            no_price: number | null;
            liquidity: number;
            volume_24h: number;
            /** Format: date */
            end_date: string | null;
            active: boolean;
            /** @enum {string} */
            market_status: "tradable" | "open" | "resolved" | "expired" | "inactive";
        };
        PredmarketStocksDetailPulseEvidence: {
            directional_coverage: number | null;
            traded_market_pct: number | null;
            zero_trade_market_pct: number | null;
            avg_spread: number | null;
            /** Format: date-time */
            snapshot_at: string | null;
        };
        PredmarketStocksDetailPulse: {
            /** @enum {string} */
            mood: "bullish" | "bearish" | "mixed" | "event_driven" | "illiquid" | "unclear";
            confidence: number;
            thin_data: boolean;
            why: ("directional_agreement" | "opposing_market_signals" | "balanced_odds" | "single_event" | "event_questions_dominate" | "no_directional_markets" | "no_trades" | "low_confidence")[];
            warnings: ("high_average_spread" | "no_order_book" | "few_trades" | "low_directional_coverage" | "missing_reference_price" | "incomplete_trades" | "stale_snapshot" | "no_open_markets")[];
            evidence: components["schemas"]["PredmarketStocksDetailPulseEvidence"];
        };
        PredmarketStocksDetail: {
            /** @deprecated */
            found: boolean;
            ticker: string;
            company_name: string | null;
            period_days: number;
            buzz_score: number;
            /** @enum {string|null} */
            trend: "rising" | "falling" | "stable" | null;
            sentiment_score: number | null;
            bullish_pct: number;
            bearish_pct: number;
            /** @deprecated */
            positive_count: number;
            /** @deprecated */
            negative_count: number;
            /** @deprecated */
            neutral_count: number;
            trade_count: number;
            market_count: number;
            current_market_count: number;
            total_liquidity: number;
            unique_traders: number | null;
            daily_trend: components["schemas"]["PredmarketStocksDetailDailyTrendItem"][];
            top_mentions: components["schemas"]["PredmarketStocksDetailTopMentionsItem"][];
            pulse: components["schemas"]["PredmarketStocksDetailPulse"] | null;
        };
        PredmarketStocksSearchResultsItemSummary: {
            trade_count: number;
            buzz_score: number;
            /** @enum {string|null} */
            trend: "rising" | "falling" | "stable" | null;
            sentiment_score: number | null;
        };
        PredmarketStocksSearchResultsItem: {
            ticker: string;
            name: string | null;
            /** @enum {string|null} */
            type: "Stock" | "ETF" | null;
            exchange: string | null;
            sector: string | null;
            country: string | null;
            aliases: string[];
            summary: components["schemas"]["PredmarketStocksSearchResultsItemSummary"];
        };
        PredmarketStocksSearch: {
            query: string;
            count: number;
            period_days: number;
            results: components["schemas"]["PredmarketStocksSearchResultsItem"][];
        };
        PredmarketStocksCompareStocksItem: {
            ticker: string;
            company_name: string | null;
            buzz_score: number;
            /** @enum {string|null} */
            trend: "rising" | "falling" | "stable" | null;
            trend_history: number[];
            sentiment_score: number | null;
            bullish_pct: number;
            bearish_pct: number;
            trade_count: number;
            market_count: number;
            current_market_count: number;
            total_liquidity: number;
            unique_traders: number | null;
        };
        PredmarketStocksCompare: {
            period_days: number;
            stocks: components["schemas"]["PredmarketStocksCompareStocksItem"][];
        };
        PredmarketStocksMarketSentimentDriversItem: {
            ticker: string;
            trade_count: number;
            buzz_score: number;
            sentiment_score: number | null;
        };
        PredmarketStocksMarketSentiment: {
            buzz_score: number;
            /** @enum {string|null} */
            trend: "rising" | "falling" | "stable" | null;
            sentiment_score: number | null;
            bullish_pct: number;
            bearish_pct: number;
            /** @deprecated */
            positive_count: number;
            /** @deprecated */
            negative_count: number;
            /** @deprecated */
            neutral_count: number;
            trade_count: number;
            market_count: number;
            current_market_count: number;
            total_liquidity: number;
            unique_traders: number | null;
            active_tickers: number;
            trend_history: number[];
            drivers: components["schemas"]["PredmarketStocksMarketSentimentDriversItem"][];
        };
        PredmarketStocksStats: {
            total_trades: number;
            total_markets: number;
            unique_tickers: number;
            open_markets_current: number;
            open_tickers_current: number;
            traded_markets_today: number;
            traded_tickers_today: number;
            trades_today: number;
            supported_tickers: number;
        };
        PredmarketStocksHealthScheduler: {
            running: boolean;
            /** Format: date-time */
            last_scrape: string | null;
            scrape_count: number;
            error_count: number;
            success_rate: number | null;
            note: string | null;
        };
        PredmarketStocksHealth: {
            /** @enum {string} */
            status: "healthy" | "degraded" | "unhealthy";
            service: string;
            version: string;
            total_mentions: number;
            tickers_tracked: number;
            scheduler: components["schemas"]["PredmarketStocksHealthScheduler"] | null;
            error: string | null;
        };
        PredmarketStocksSourcesSourcesItemOpenGapsItem: {
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
            reason: string | null;
        };
        PredmarketStocksSourcesSourcesItem: {
            name: string;
            type: string;
            /** @enum {string} */
            status: "ok" | "waiting" | "failing" | "blocked" | "stale" | "paused";
            /** Format: date-time */
            last_poll: string | null;
            /** Format: date-time */
            last_success: string | null;
            /** @enum {string|null} */
            outcome: "new" | "unchanged" | "empty" | "blocked" | "error" | "truncated" | null;
            reason: string | null;
            lag_seconds: number | null;
            /** Format: date-time */
            newest_item: string | null;
            polls: number;
            errors: number;
            items_24h: number;
            coverage_24h: number | null;
            coverage_30d: number | null;
            coverage_by_hour: (number | null)[];
            open_gaps: components["schemas"]["PredmarketStocksSourcesSourcesItemOpenGapsItem"][];
            items_paid_today: number;
        };
        PredmarketStocksSourcesDailyCoverageItem: {
            /** Format: date */
            date: string;
            coverage: number | null;
        };
        PredmarketStocksSources: {
            coverage: number | null;
            sources: components["schemas"]["PredmarketStocksSourcesSourcesItem"][];
            daily_coverage: components["schemas"]["PredmarketStocksSourcesDailyCoverageItem"][];
        };
        PredmarketStocksRawMentionsResultsItem: {
            condition_id: string;
            event_id: string | null;
            market_slug: string | null;
            question: string;
            /** @enum {string} */
            market_type: "up_down" | "close_above" | "hit_target" | "earnings" | "other";
            yes_price: number | null;
            no_price: number | null;
            reference_price: number | null;
            liquidity: number | null;
            volume_24h: number | null;
            trade_count: number;
            buy_trades: number;
            sell_trades: number;
            unique_traders: number | null;
            sentiment_score: number | null;
            /** @enum {string|null} */
            sentiment_label: "positive" | "neutral" | "negative" | null;
            active: boolean;
            /** Format: date-time */
            fetched_at: string;
            /** @enum {string} */
            market_status: "tradable" | "open" | "resolved" | "expired" | "inactive";
            strike_price: number | null;
            /** Format: date-time */
            reference_price_timestamp: string | null;
            /** Format: date-time */
            end_date: string | null;
        };
        PredmarketStocksRawMentions: {
            ticker: string;
            period_days: number;
            count: number;
            results: components["schemas"]["PredmarketStocksRawMentionsResultsItem"][];
        };
        PredmarketStocksPanelItem: {
            /** Format: date */
            date: string;
            ticker: string;
            buzz_score: number | null;
            sentiment_score: number | null;
            bullish_pct: number | null;
            bearish_pct: number | null;
            trade_count: number | null;
            total_liquidity: number | null;
            unique_traders: number | null;
            /** @deprecated */
            positive_count: number | null;
            /** @deprecated */
            neutral_count: number | null;
            /** @deprecated */
            negative_count: number | null;
            reference_trading: number | null;
            reference_traders: number | null;
            reference_money: number | null;
            reference_markets: number | null;
            reference_depth: number | null;
            coverage: number;
            /** Format: date-time */
            known_at: string | null;
            revision: number;
            frozen: boolean;
        };
        PredmarketStocksPanelManifest: {
            namespace: string;
            format: string;
            fields: string[];
            from: string;
            to: string;
            as_of: string | null;
            assets: number;
            rows: number;
            bytes: number;
            tag: string;
            sha256: string;
            snapshot: number;
            published_at: string;
            engine_version: string;
            interface_version: string;
        };
        ServiceHealthSummary: {
            total: number;
            healthy: number;
            unhealthy: number;
            unhealthy_services: string[];
        };
        ServiceHealth: {
            /** @enum {string} */
            status: "healthy" | "unhealthy";
            service: string;
            version: string;
            summary: components["schemas"]["ServiceHealthSummary"];
            services: {
                [key: string]: components["schemas"]["NewsStocksHealth"] | components["schemas"]["ForumStocksHealth"] | components["schemas"]["ForumCryptoHealth"] | components["schemas"]["MicroblogStocksHealth"] | components["schemas"]["PredmarketStocksHealth"];
            };
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
