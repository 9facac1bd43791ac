-- Photos of offers that were imported before photos were fetched. Longer addresses do not fit into the index.
INSERT INTO image_sources (url, host)
SELECT DISTINCT img, lower(substring(img FROM '^https://(?:[^/?#@]*@)?([^/?#]+)')) FROM campaigns
 WHERE img LIKE 'https://%' AND length(img) <= 2000 AND img ~ '^https://[^/?#]'
ON CONFLICT (url) DO NOTHING;
