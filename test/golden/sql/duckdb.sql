-- hottest
SELECT key, LEAST(1e+2 * (6e-1 * (CAST(((CAST(SUM(evidence) AS DOUBLE)) / 7) AS DOUBLE) / (CAST(((CAST(SUM(evidence) AS DOUBLE)) / 7) AS DOUBLE) + CAST(1.25e+1 AS DOUBLE))) + 2.5e-1 * (CAST(((CAST(SUM(people) AS DOUBLE)) / 7) AS DOUBLE) / (CAST(((CAST(SUM(people) AS DOUBLE)) / 7) AS DOUBLE) + CAST(9e+0 AS DOUBLE))) + 1.5e-1 * (CAST(((CAST(SUM(places) AS DOUBLE)) / 7) AS DOUBLE) / (CAST(((CAST(SUM(places) AS DOUBLE)) / 7) AS DOUBLE) + CAST(3e+0 AS DOUBLE)))), 9.999999999999999e+1) AS buzz
FROM subject_daily
WHERE day BETWEEN CAST(? AS DATE) AND CAST(? AS DATE)
GROUP BY key
ORDER BY buzz DESC, key
OFFSET 10 LIMIT 5;
-- ["2026-06-01","2026-06-07"]

-- hottest, of one source and kind, of days partly seen
SELECT key, LEAST(1e+2 * (6e-1 * (CAST(((CAST(SUM(evidence) AS DOUBLE) + COALESCE(ANY_VALUE(unseen_evidence), 0)) / 7) AS DOUBLE) / (CAST(((CAST(SUM(evidence) AS DOUBLE) + COALESCE(ANY_VALUE(unseen_evidence), 0)) / 7) AS DOUBLE) + CAST(1.25e+1 AS DOUBLE))) + 4e-1 * (CAST(((CAST(SUM(people) AS DOUBLE) + COALESCE(ANY_VALUE(unseen_people), 0)) / 7) AS DOUBLE) / (CAST(((CAST(SUM(people) AS DOUBLE) + COALESCE(ANY_VALUE(unseen_people), 0)) / 7) AS DOUBLE) + CAST(9e+0 AS DOUBLE)))), 9.999999999999999e+1) AS buzz
FROM subject_contributor_daily LEFT JOIN (SELECT key, SUM(evidence) AS unseen_evidence, SUM(people) AS unseen_people, SUM(places) AS unseen_places FROM (SELECT usual.key AS key, usual.day AS day, COALESCE(GREATEST(0, LEAST(usual.evidence - COALESCE(own.evidence, 0), usual.missing * usual.evidence)), 0) AS evidence, COALESCE(GREATEST(0, LEAST(usual.people - COALESCE(own.people, 0), usual.missing * usual.people)), 0) AS people, COALESCE(GREATEST(0, LEAST(usual.places - COALESCE(own.places, 0), usual.missing * usual.places)), 0) AS places
FROM (SELECT d.key AS key, p.day AS day, ANY_VALUE(p.missing) AS missing, SUM(CAST(d.evidence AS DOUBLE)) / ANY_VALUE(p.days) AS evidence, SUM(CAST(d.people AS DOUBLE)) / ANY_VALUE(p.days) AS people, SUM(CAST(d.places AS DOUBLE)) / ANY_VALUE(p.days) AS places
FROM (VALUES (DATE '2026-06-07', DATE '2026-05-24', 2, 2.5e-1), (DATE '2026-06-07', DATE '2026-05-31', 2, 2.5e-1)) AS p(day, usual, days, missing) JOIN subject_contributor_daily AS d ON d.day = p.usual AND d.contributor = ?
GROUP BY d.key, p.day) AS usual
LEFT JOIN subject_contributor_daily AS own ON own.key = usual.key AND own.day = usual.day AND own.contributor = ?) AS days GROUP BY key) AS unseen USING (key)
WHERE day BETWEEN CAST(? AS DATE) AND CAST(? AS DATE) AND contributor = ? AND asset_type = ?
GROUP BY key
ORDER BY buzz DESC, key
OFFSET 10 LIMIT 5;
-- ["reuters","reuters","2026-06-01","2026-06-07","reuters","stock"]

-- totals
SELECT key, LEAST(1e+2 * (6e-1 * (CAST(((CAST(SUM(evidence) AS DOUBLE)) / 7) AS DOUBLE) / (CAST(((CAST(SUM(evidence) AS DOUBLE)) / 7) AS DOUBLE) + CAST(1.25e+1 AS DOUBLE))) + 2.5e-1 * (CAST(((CAST(SUM(people) AS DOUBLE)) / 7) AS DOUBLE) / (CAST(((CAST(SUM(people) AS DOUBLE)) / 7) AS DOUBLE) + CAST(9e+0 AS DOUBLE))) + 1.5e-1 * (CAST(((CAST(SUM(places) AS DOUBLE)) / 7) AS DOUBLE) / (CAST(((CAST(SUM(places) AS DOUBLE)) / 7) AS DOUBLE) + CAST(3e+0 AS DOUBLE)))), 9.999999999999999e+1) AS buzz, CAST(SUM(mentions) AS BIGINT) AS mentions, CAST(SUM(inherited_mentions) AS BIGINT) AS inherited_mentions, CAST(SUM(engagement) AS BIGINT) AS engagement, CAST(SUM(sentiment_sum) AS DOUBLE) AS sentiment_sum, CAST(SUM(sentiment_weight) AS DOUBLE) AS sentiment_weight, CAST(SUM(positive) AS BIGINT) AS positive, CAST(SUM(neutral) AS BIGINT) AS neutral, CAST(SUM(negative) AS BIGINT) AS negative, MAX(documents) AS documents, MAX(threads) AS threads, MAX(authors) AS authors, MAX(places) AS places, MAX(subjects) AS subjects
FROM sector_daily
WHERE key IN (?, ?) AND day BETWEEN CAST(? AS DATE) AND CAST(? AS DATE)
GROUP BY key ORDER BY key;
-- ["AAPL","MSFT","2026-06-01","2026-06-07"]

-- totals, of no keys
SELECT key, LEAST(1e+2 * (6e-1 * (CAST(((CAST(SUM(evidence) AS DOUBLE) + COALESCE(ANY_VALUE(unseen_evidence), 0)) / 7) AS DOUBLE) / (CAST(((CAST(SUM(evidence) AS DOUBLE) + COALESCE(ANY_VALUE(unseen_evidence), 0)) / 7) AS DOUBLE) + CAST(1.25e+1 AS DOUBLE))) + 4e-1 * (CAST(((CAST(SUM(people) AS DOUBLE) + COALESCE(ANY_VALUE(unseen_people), 0)) / 7) AS DOUBLE) / (CAST(((CAST(SUM(people) AS DOUBLE) + COALESCE(ANY_VALUE(unseen_people), 0)) / 7) AS DOUBLE) + CAST(9e+0 AS DOUBLE)))), 9.999999999999999e+1) AS buzz, CAST(SUM(mentions) AS BIGINT) AS mentions, CAST(SUM(inherited_mentions) AS BIGINT) AS inherited_mentions, CAST(SUM(engagement) AS BIGINT) AS engagement, CAST(SUM(sentiment_sum) AS DOUBLE) AS sentiment_sum, CAST(SUM(sentiment_weight) AS DOUBLE) AS sentiment_weight, CAST(SUM(positive) AS BIGINT) AS positive, CAST(SUM(neutral) AS BIGINT) AS neutral, CAST(SUM(negative) AS BIGINT) AS negative, MAX(documents) AS documents, MAX(threads) AS threads, MAX(authors) AS authors, MAX(places) AS places, MAX(subjects) AS subjects
FROM subject_daily LEFT JOIN (SELECT key, SUM(evidence) AS unseen_evidence, SUM(people) AS unseen_people, SUM(places) AS unseen_places FROM (SELECT usual.key AS key, usual.day AS day, COALESCE(GREATEST(0, LEAST(usual.evidence - COALESCE(own.evidence, 0), usual.missing * usual.evidence)), 0) AS evidence, COALESCE(GREATEST(0, LEAST(usual.people - COALESCE(own.people, 0), usual.missing * usual.people)), 0) AS people, COALESCE(GREATEST(0, LEAST(usual.places - COALESCE(own.places, 0), usual.missing * usual.places)), 0) AS places
FROM (SELECT d.key AS key, p.day AS day, ANY_VALUE(p.missing) AS missing, SUM(CAST(d.evidence AS DOUBLE)) / ANY_VALUE(p.days) AS evidence, SUM(CAST(d.people AS DOUBLE)) / ANY_VALUE(p.days) AS people, SUM(CAST(d.places AS DOUBLE)) / ANY_VALUE(p.days) AS places
FROM (VALUES (DATE '2026-06-07', DATE '2026-05-24', 2, 2.5e-1), (DATE '2026-06-07', DATE '2026-05-31', 2, 2.5e-1)) AS p(day, usual, days, missing) JOIN subject_daily AS d ON d.day = p.usual
GROUP BY d.key, p.day) AS usual
LEFT JOIN subject_daily AS own ON own.key = usual.key AND own.day = usual.day) AS days GROUP BY key) AS unseen USING (key)
WHERE false AND day BETWEEN CAST(? AS DATE) AND CAST(? AS DATE)
GROUP BY key ORDER BY key;
-- ["2026-06-01","2026-06-07"]

-- series
SELECT key, CAST(day AS VARCHAR) AS day, buzz, mentions, inherited_mentions, engagement, sentiment_sum, sentiment_weight, positive, neutral, negative, documents, threads, authors, places, subjects, evidence, people
FROM country_daily
WHERE key IN (?, ?) AND day BETWEEN CAST(? AS DATE) AND CAST(? AS DATE)
ORDER BY key, day;
-- ["AAPL","MSFT","2026-06-01","2026-06-07"]

-- series, of one source and kind
SELECT key, CAST(day AS VARCHAR) AS day, buzz, mentions, inherited_mentions, engagement, sentiment_sum, sentiment_weight, positive, neutral, negative, documents, threads, authors, places, subjects, evidence, people, asset_type
FROM subject_contributor_daily
WHERE key IN (?, ?) AND day BETWEEN CAST(? AS DATE) AND CAST(? AS DATE) AND contributor = ?
ORDER BY key, day;
-- ["AAPL","MSFT","2026-06-01","2026-06-07","reuters"]

-- contributors
SELECT contributor AS key, CAST(SUM(mentions) AS BIGINT) AS mentions, CAST(SUM(sentiment_sum) AS DOUBLE) AS sentiment_sum, CAST(SUM(sentiment_weight) AS DOUBLE) AS sentiment_weight, CAST(SUM(evidence) AS DOUBLE) AS evidence, CAST(SUM(people) AS DOUBLE) AS people, CAST(SUM(places) AS BIGINT) AS places,
  COUNT(*) OVER () AS contributors
FROM subject_contributor_daily
WHERE key = ? AND day BETWEEN CAST(? AS DATE) AND CAST(? AS DATE)
GROUP BY contributor
ORDER BY mentions DESC, contributor
LIMIT 10;
-- ["AAPL","2026-06-01","2026-06-07"]

-- distinct contributors
SELECT key, COUNT(DISTINCT contributor) AS distinct_count FROM sector_contributor_daily
WHERE key IN (?, ?) AND day BETWEEN CAST(? AS DATE) AND CAST(? AS DATE) AND contributor = ?
GROUP BY key;
-- ["AAPL","MSFT","2026-06-01","2026-06-07","reuters"]

-- partly seen buzz
SELECT a.key AS key, CAST(a.day AS VARCHAR) AS day, LEAST(1e+2 * (6e-1 * (CAST((a.evidence + COALESCE(u.evidence, 0)) AS DOUBLE) / (CAST((a.evidence + COALESCE(u.evidence, 0)) AS DOUBLE) + CAST(COALESCE(r.evidence, 6e+1) AS DOUBLE))) + 2.5e-1 * (CAST((a.people + COALESCE(u.people, 0)) AS DOUBLE) / (CAST((a.people + COALESCE(u.people, 0)) AS DOUBLE) + CAST(COALESCE(r.people, 4e+1) AS DOUBLE))) + 1.5e-1 * (CAST((a.places + COALESCE(u.places, 0)) AS DOUBLE) / (CAST((a.places + COALESCE(u.places, 0)) AS DOUBLE) + CAST(COALESCE(r.places, 6e+0) AS DOUBLE)))), 9.999999999999999e+1) AS buzz
FROM subject_contributor_daily AS a JOIN (SELECT usual.key AS key, usual.day AS day, COALESCE(GREATEST(0, LEAST(usual.evidence - COALESCE(own.evidence, 0), usual.missing * usual.evidence)), 0) AS evidence, COALESCE(GREATEST(0, LEAST(usual.people - COALESCE(own.people, 0), usual.missing * usual.people)), 0) AS people, COALESCE(GREATEST(0, LEAST(usual.places - COALESCE(own.places, 0), usual.missing * usual.places)), 0) AS places
FROM (SELECT d.key AS key, p.day AS day, ANY_VALUE(p.missing) AS missing, SUM(CAST(d.evidence AS DOUBLE)) / ANY_VALUE(p.days) AS evidence, SUM(CAST(d.people AS DOUBLE)) / ANY_VALUE(p.days) AS people, SUM(CAST(d.places AS DOUBLE)) / ANY_VALUE(p.days) AS places
FROM (VALUES (DATE '2026-06-07', DATE '2026-05-24', 2, 2.5e-1), (DATE '2026-06-07', DATE '2026-05-31', 2, 2.5e-1)) AS p(day, usual, days, missing) JOIN subject_contributor_daily AS d ON d.day = p.usual AND d.contributor = ?
GROUP BY d.key, p.day) AS usual
LEFT JOIN subject_contributor_daily AS own ON own.key = usual.key AND own.day = usual.day AND own.contributor = ?) AS u ON u.key = a.key AND u.day = a.day
LEFT JOIN day_reference AS r ON r.scope = ? AND r.day = a.day
WHERE a.key IN (?, ?) AND a.contributor = ?;
-- ["reuters","reuters","subject","AAPL","MSFT","reuters"]

-- market series
SELECT CAST(m.day AS VARCHAR) AS day, m.mentions, m.documents, m.threads, m.authors, m.places, m.subjects,
  m.engagement, m.sentiment_sum, m.sentiment_weight, m.positive, m.neutral, m.negative, m.buzz,
  r.market_centre, r.market_scale, r.market_offset, r.history_days
FROM market_daily AS m LEFT JOIN day_reference AS r ON r.day = m.day AND r.scope = 'market'
WHERE m.day BETWEEN CAST(? AS DATE) AND CAST(? AS DATE)
ORDER BY m.day;
-- ["2026-06-01","2026-06-07"]

-- market span
SELECT CAST(MIN(day) AS VARCHAR) AS first_day, CAST(MAX(day) AS VARCHAR) AS last_day
FROM market_daily WHERE mentions > 0;
-- []

-- hourly
SELECT CAST(day AS VARCHAR) AS day, hour, mentions FROM market_hourly
WHERE day BETWEEN CAST(? AS DATE) AND CAST(? AS DATE) ORDER BY day, hour;
-- ["2026-06-01","2026-06-07"]

-- figures
SELECT COALESCE(SUM(mentions), 0) AS mentions, COUNT(DISTINCT key) AS subjects,
  COALESCE(SUM(CASE WHEN day = CAST(? AS DATE) THEN mentions ELSE 0 END), 0) AS mentions_today,
  COUNT(DISTINCT CASE WHEN day = CAST(? AS DATE) THEN key END) AS subjects_today
FROM subject_daily WHERE day <= CAST(? AS DATE);
-- ["2026-06-07","2026-06-07","2026-06-07"]

-- distinct
SELECT subject AS key, COUNT(DISTINCT thread_id) AS thread_id_distinct, COUNT(DISTINCT author) AS author_distinct
FROM mentions
WHERE subject IN (?, ?) AND day BETWEEN CAST(? AS DATE) AND CAST(? AS DATE) AND subject IS NOT NULL AND NOT excluded AND place = ?
GROUP BY subject;
-- ["AAPL","MSFT","2026-06-01","2026-06-07","reuters"]

-- mention counts
SELECT key, CAST(SUM(mentions) AS BIGINT) AS mentions
FROM subject_contributor_daily
WHERE day BETWEEN CAST(? AS DATE) AND CAST(? AS DATE) AND contributor = ?
GROUP BY key ORDER BY mentions DESC, key;
-- ["2026-06-01","2026-06-07","reuters"]

-- raw mentions
SELECT document_id, strftime(created_utc, '%Y-%m-%dT%H:%M:%S.%gZ') AS created_utc, CAST(day AS VARCHAR) AS day, CONCAT_WS(CHR(10), title, body) AS text, engagement FROM mentions
WHERE subject = ? AND day BETWEEN CAST(? AS DATE) AND CAST(? AS DATE) AND subject IS NOT NULL AND NOT excluded AND NOT inherited AND (title IS NOT NULL OR body IS NOT NULL)
ORDER BY mentions.created_utc DESC, document_id
OFFSET 10 LIMIT 5;
-- ["AAPL","2026-06-01","2026-06-07"]

-- raw mention count
SELECT COUNT(*) AS count FROM mentions
WHERE subject = ? AND day BETWEEN CAST(? AS DATE) AND CAST(? AS DATE) AND subject IS NOT NULL AND NOT excluded;
-- ["AAPL","2026-06-01","2026-06-07"]

-- top mentions
SELECT title, strftime(first_seen_utc, '%Y-%m-%dT%H:%M:%S.%gZ') AS first_seen_utc FROM mentions
WHERE subject = ? AND day BETWEEN CAST(? AS DATE) AND CAST(? AS DATE) AND subject IS NOT NULL AND NOT excluded
ORDER BY engagement DESC, inherited, mentions.created_utc DESC, document_id
LIMIT 10;
-- ["AAPL","2026-06-01","2026-06-07"]

-- evidence totals
SELECT day >= CAST(? AS DATE) AS current, COUNT(*) AS mentions, CAST(COUNT(*) FILTER (WHERE NOT inherited AND mention_at IS NOT NULL AND relevance >= 0.4 AND (evidence LIKE '%name%' OR evidence LIKE '%alias%' OR evidence LIKE '%exchange_ticker%')) AS BIGINT) AS verified,
COUNT(DISTINCT CASE WHEN NOT inherited AND mention_at IS NOT NULL AND relevance >= 0.4 AND (evidence LIKE '%name%' OR evidence LIKE '%alias%' OR evidence LIKE '%exchange_ticker%') THEN author END) AS voices, CAST(COUNT(*) FILTER (WHERE NOT inherited AND mention_at IS NOT NULL AND relevance >= 0.4 AND (evidence LIKE '%name%' OR evidence LIKE '%alias%' OR evidence LIKE '%exchange_ticker%') AND author IS NULL) AS BIGINT) AS unnamed,
COUNT(DISTINCT CASE WHEN NOT inherited AND mention_at IS NOT NULL AND relevance >= 0.4 AND (evidence LIKE '%name%' OR evidence LIKE '%alias%' OR evidence LIKE '%exchange_ticker%') THEN place END) AS places,
CAST(COUNT(*) FILTER (WHERE NOT inherited AND mention_at IS NOT NULL AND relevance >= 0.4 AND (evidence LIKE '%name%' OR evidence LIKE '%alias%' OR evidence LIKE '%exchange_ticker%') AND sentiment_label = 'positive') AS BIGINT) AS positive, CAST(COUNT(*) FILTER (WHERE NOT inherited AND mention_at IS NOT NULL AND relevance >= 0.4 AND (evidence LIKE '%name%' OR evidence LIKE '%alias%' OR evidence LIKE '%exchange_ticker%') AND sentiment_label = 'neutral') AS BIGINT) AS neutral, CAST(COUNT(*) FILTER (WHERE NOT inherited AND mention_at IS NOT NULL AND relevance >= 0.4 AND (evidence LIKE '%name%' OR evidence LIKE '%alias%' OR evidence LIKE '%exchange_ticker%') AND sentiment_label = 'negative') AS BIGINT) AS negative
FROM mentions WHERE subject = ? AND NOT excluded AND day BETWEEN CAST(? AS DATE) AND CAST(? AS DATE) GROUP BY 1;
-- ["2026-06-01","AAPL","2026-05-01","2026-06-07"]

-- evidence rows
SELECT document_id, strftime(created_utc, '%Y-%m-%dT%H:%M:%S.%gZ') AS created_utc, CAST(day AS VARCHAR) AS day,
place, author, title, SUBSTR(body, 1, 2000) AS body, engagement, sentiment_score, sentiment_label, mention_at
FROM mentions WHERE subject = ? AND NOT excluded AND day BETWEEN CAST(? AS DATE) AND CAST(? AS DATE) AND NOT inherited AND mention_at IS NOT NULL AND relevance >= 0.4 AND (evidence LIKE '%name%' OR evidence LIKE '%alias%' OR evidence LIKE '%exchange_ticker%')
ORDER BY engagement DESC, mentions.created_utc DESC, document_id LIMIT 800;
-- ["AAPL","2026-06-01","2026-06-07"]

-- other places
SELECT document_id, subject, mention_at FROM mentions
WHERE subject <> ? AND mention_at IS NOT NULL AND day BETWEEN CAST(? AS DATE) AND CAST(? AS DATE)
AND document_id IN (SELECT document_id FROM mentions WHERE subject = ? AND NOT excluded AND day BETWEEN CAST(? AS DATE) AND CAST(? AS DATE));
-- ["AAPL","2026-06-01","2026-06-07","AAPL","2026-06-01","2026-06-07"]

-- traded totals
SELECT key, ANY_VALUE(asset_type) AS asset_type, CAST(SUM(trade_count) AS BIGINT) AS trade_count, SUM(volume) AS volume,
  BOOL_AND(covered) AS covered, CAST(COALESCE(SUM(traders), 0) AS BIGINT) AS traders, SUM(trading) AS trading, SUM(money) AS money,
  CAST(SUM(markets) AS BIGINT) AS markets, SUM(liquidity) / COUNT(liquidity) AS liquidity, SUM(depth) AS depth,
  SUM(sentiment_sum) AS sentiment_sum, SUM(sentiment_weight) AS sentiment_weight,
  CAST(SUM(positive) AS BIGINT) AS positive, CAST(SUM(neutral) AS BIGINT) AS neutral, CAST(SUM(negative) AS BIGINT) AS negative
FROM traded_daily WHERE scope = ? AND day BETWEEN CAST(? AS DATE) AND CAST(? AS DATE) AND key IN (?, ?)
GROUP BY key ORDER BY key;
-- ["subject","2026-06-01","2026-06-07","AAPL","MSFT"]

-- traded span
SELECT CAST(MIN(day) AS VARCHAR) AS first_day, CAST(MAX(day) AS VARCHAR) AS last_day
FROM traded_daily WHERE scope = 'market' AND trade_count > 0;
-- []

-- traded series
SELECT key, CAST(day AS VARCHAR) AS day, buzz, trade_count, volume, covered, traders, trading, money, markets, subjects, liquidity, depth,
  sentiment_sum, sentiment_weight, positive, neutral, negative
FROM traded_daily WHERE scope = ? AND key IN (?, ?) AND day BETWEEN CAST(? AS DATE) AND CAST(? AS DATE) ORDER BY key, day;
-- ["subject","AAPL","MSFT","2026-06-01","2026-06-07"]

-- traded reference
SELECT trading, traders, money, markets, depth, market_centre, market_scale, market_offset, history_days
FROM traded_reference WHERE scope = ? AND day <= CAST(? AS DATE) ORDER BY day DESC LIMIT 1;
-- ["market","2026-06-07"]

-- traded references
SELECT CAST(day AS VARCHAR) AS day, trading, traders, money, markets, depth FROM traded_reference WHERE scope = ? AND day BETWEEN CAST(? AS DATE) AND CAST(? AS DATE);
-- ["subject","2026-06-01","2026-06-07"]

-- traded baselines
SELECT CAST(day AS VARCHAR) AS day, market_centre, market_scale, market_offset, history_days
FROM traded_reference WHERE scope = 'market' AND day BETWEEN CAST(? AS DATE) AND CAST(? AS DATE);
-- ["2026-06-01","2026-06-07"]

-- market counts
SELECT subject AS key,
  CAST(SUM(CASE WHEN created_at < CAST(? AS TIMESTAMP)
    AND (COALESCE(closed_at, GREATEST(end_at, state_at), end_at, state_at) IS NULL OR COALESCE(closed_at, GREATEST(end_at, state_at), end_at, state_at) >= CAST(? AS TIMESTAMP))
    THEN 1 ELSE 0 END) AS BIGINT) AS market_count,
  CAST(SUM(CASE WHEN catalogued AND (active AND (closed_at IS NULL AND NOT closed OR closed_at > CAST(? AS TIMESTAMP))
  AND (created_at IS NULL OR created_at <= CAST(? AS TIMESTAMP)) AND (end_at IS NULL OR end_at > CAST(? AS TIMESTAMP))) THEN 1 ELSE 0 END) AS BIGINT) AS current_market_count
FROM (SELECT subject, COALESCE(created_at, opening_at, state_at) AS created_at, end_at, closed_at, active, closed, catalogued, state_at
  FROM markets) AS markets
WHERE subject IS NOT NULL GROUP BY subject ORDER BY subject;
-- ["2026-06-08 00:00:00.000","2026-06-01 00:00:00.000","2026-06-07 12:00:00.000","2026-06-07 12:00:00.000","2026-06-07 12:00:00.000"]

-- wallets
SELECT DISTINCT m.subject AS key, t.wallet AS wallet FROM market_trades AS t JOIN markets AS m ON m.condition_id = t.condition_id
WHERE t.day BETWEEN CAST(? AS DATE) AND CAST(? AS DATE) AND t.wallet IS NOT NULL AND m.subject IS NOT NULL AND m.subject IN (?, ?);
-- ["2026-06-01","2026-06-07","AAPL","MSFT"]

-- markets in a period
SELECT m.condition_id, m.event_key, m.question, m.market_type, m.active, m.closed, m.accepting_orders,
  epoch_ms(m.created_at) AS created_ms, epoch_ms(m.end_at) AS end_ms, epoch_ms(m.closed_at) AS closed_ms, d.*
FROM (SELECT condition_id AS id, CAST(SUM(trade_count) AS BIGINT) AS trade_count,
    CAST(SUM(CASE WHEN day = CAST(? AS DATE) THEN trade_count ELSE 0 END) AS BIGINT) AS last_day_trades,
    SUM(trading) AS trading, SUM(money) AS money,
    CASE WHEN COUNT(traders) = COUNT(*) THEN CAST(SUM(traders) AS BIGINT) END AS traders, SUM(LN(1 + liquidity)) AS depth,
    SUM(CASE WHEN score IS NOT NULL AND trade_count > 0 THEN score * SQRT(1 + volume_24h) ELSE 0 END) AS sentiment_sum,
    SUM(CASE WHEN score IS NOT NULL AND trade_count > 0 THEN SQRT(1 + volume_24h) ELSE 0 END) AS sentiment_weight,
    MAX_BY(score, day) FILTER (WHERE score IS NOT NULL) AS score, BOOL_OR(lacks_reference) AS lacks_reference,
    MAX_BY(liquidity, day) AS liquidity, MAX_BY(volume_24h, day) AS volume_24h,
    MAX_BY(spread, day) FILTER (WHERE spread IS NOT NULL) AS spread, epoch_ms(MAX(snapshot_at)) AS snapshot_ms
  FROM market_days WHERE subject = ? AND day BETWEEN CAST(? AS DATE) AND CAST(? AS DATE) GROUP BY condition_id) AS d
JOIN markets AS m ON m.condition_id = d.id
ORDER BY m.condition_id;
-- ["2026-06-07","AAPL","2026-06-01","2026-06-07"]

-- latest prices
SELECT s.condition_id, MAX_BY(s.first_price, s.fetched_at) FILTER (WHERE s.first_price IS NOT NULL) AS first_price,
  MAX_BY(s.second_price, s.fetched_at) FILTER (WHERE s.second_price IS NOT NULL) AS second_price
FROM market_snapshots AS s JOIN markets AS m ON m.condition_id = s.condition_id
WHERE s.condition_id IN (?, ?) AND s.day BETWEEN CAST(? AS DATE) AND CAST(? AS DATE) AND s.closed IS DISTINCT FROM TRUE AND (m.closed_at IS NULL OR s.fetched_at < m.closed_at)
GROUP BY s.condition_id;
-- ["c-1","c-2","2026-06-01","2026-06-07"]

-- raw readings
SELECT s.condition_id, epoch_ms(s.fetched_at) AS fetched_at, CAST(s.day AS VARCHAR) AS day, s.first_price, s.second_price, s.bid, s.ask,
  s.last_price, s.liquidity, s.volume_24h, s.closed FROM market_snapshots AS s JOIN markets AS m ON m.condition_id = s.condition_id
WHERE m.subject = ? AND s.day BETWEEN CAST(? AS DATE) AND CAST(? AS DATE)
ORDER BY s.fetched_at DESC, s.condition_id
OFFSET 10 LIMIT 5;
-- ["AAPL","2026-06-01","2026-06-07"]

-- raw reading count
SELECT COUNT(*) AS count FROM market_snapshots AS s JOIN markets AS m ON m.condition_id = s.condition_id
WHERE m.subject = ? AND s.day BETWEEN CAST(? AS DATE) AND CAST(? AS DATE);
-- ["AAPL","2026-06-01","2026-06-07"]

-- market rows
SELECT condition_id, event_key, event_id, market_slug, question, event_title, rung, outcomes, first_token, second_token, hint, subject, relevance, market_type, form, polarity, barrier, strike, upper_strike, epoch_ms(created_at) AS created_at, epoch_ms(end_at) AS end_at, epoch_ms(closed_at) AS closed_at, active, closed, accepting_orders, catalogued, epoch_ms(state_at) AS state_at, opening_price, epoch_ms(opening_at) AS opening_at, epoch_ms(first_seen_utc) AS first_seen_utc
FROM markets WHERE condition_id IN (?) ORDER BY condition_id;
-- ["c-1"]

-- market trades
SELECT condition_id, epoch_ms(traded_at) AS traded_at, CAST(day AS VARCHAR) AS day, wallet, side, outcome_index, price
FROM market_trades WHERE condition_id IN (?) AND day BETWEEN CAST(? AS DATE) AND CAST(? AS DATE) ORDER BY market_trades.traded_at, trade_id;
-- ["c-1","2026-06-01","2026-06-07"]

-- share prices
SELECT subject, epoch_ms(observed_at) AS observed_at, price FROM asset_prices WHERE subject = ? AND day BETWEEN CAST(? AS DATE) AND CAST(? AS DATE) ORDER BY asset_prices.observed_at;
-- ["AAPL","2026-06-01","2026-06-07"]

-- traded figures
WITH linked AS (SELECT * FROM markets WHERE subject IS NOT NULL), days AS (SELECT condition_id, subject, day, trade_count FROM market_days WHERE day <= CAST(? AS DATE)), today AS (SELECT * FROM days WHERE day = CAST(? AS DATE) AND trade_count > 0),
  open_now AS (SELECT * FROM linked WHERE catalogued AND (active AND (closed_at IS NULL AND NOT closed OR closed_at > CAST(? AS TIMESTAMP))
  AND (created_at IS NULL OR created_at <= CAST(? AS TIMESTAMP)) AND (end_at IS NULL OR end_at > CAST(? AS TIMESTAMP))))
SELECT (SELECT COUNT(*) FROM market_snapshots AS s WHERE s.condition_id IN (SELECT condition_id FROM linked) AND s.day <= CAST(? AS DATE)) AS mentions,
  (SELECT COUNT(DISTINCT subject) FROM days) AS subjects,
  (SELECT CAST(COALESCE(SUM(trade_count), 0) AS BIGINT) FROM days) AS total_trades,
  (SELECT COUNT(DISTINCT condition_id) FROM days) AS total_markets,
  (SELECT COUNT(DISTINCT subject) FROM days) AS unique_tickers,
  (SELECT COUNT(*) FROM open_now) AS open_markets_current,
  (SELECT COUNT(DISTINCT subject) FROM open_now) AS open_tickers_current,
  (SELECT COUNT(*) FROM today) AS traded_markets_today,
  (SELECT COUNT(DISTINCT subject) FROM today) AS traded_tickers_today,
  (SELECT CAST(COALESCE(SUM(trade_count), 0) AS BIGINT) FROM today) AS trades_today;
-- ["2026-06-07","2026-06-07","2026-06-07 12:00:00.000","2026-06-07 12:00:00.000","2026-06-07 12:00:00.000","2026-06-07"]
