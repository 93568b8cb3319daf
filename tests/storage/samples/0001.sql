INSERT INTO groups (id, chat_id, title, settings) VALUES (1, -100, '麻友群', '{"base": 3}');
INSERT INTO people (user_id, name, username, language_code, language, can_message) VALUES
    (11, '阿明', 'ming', 'zh-hans', NULL, 1),
    (12, '小红', NULL, 'en', 'zh_Hant', 0),
    (13, '老王', NULL, NULL, NULL, 0),
    (-1, '电脑', NULL, NULL, NULL, 0);
INSERT INTO hints (user_id, hint) VALUES (11, 'bi');
INSERT INTO tables (id, group_id, thread_id, opened_at, closed_at) VALUES
    (1, 1, NULL, 1.5, NULL),
    (2, 1, 7, 1.5, NULL);
INSERT INTO events (table_id, seq, kind, data, at) VALUES
    (1, 1, 'opened', '{"by": 11}', 1.5),
    (1, 2, 'played', '{}', 2.5),
    (1, 3, 'played', '{}', 3.5),
    (2, 1, 'opened', '{"by": 12}', 1.5),
    (2, 2, 'stopped', '{}', 9.5);
UPDATE tables SET closed_at = 9.5 WHERE id = 2;

BEGIN;
INSERT INTO round_seats (round_id, seat, user_id) VALUES (1, 0, 11), (1, 1, 12), (1, 2, 13);
INSERT INTO rounds (id, table_id, match, number, record, multiplier, at, settlement_id)
VALUES (1, 1, 1, 1, '{"v": 1, "result": {"end": "hu", "points": [-8, 16, -8]}}', 2, 2.5, 1);
INSERT INTO postings (settlement_id, user_id, beans) VALUES (1, 11, -16), (1, 12, 32), (1, 13, -16);
INSERT INTO settlements (id, group_id, reason, author, at) VALUES (1, 1, NULL, NULL, 2.5);
COMMIT;

BEGIN;
INSERT INTO round_seats (round_id, seat, user_id) VALUES (2, 0, 11), (2, 2, -1);
INSERT INTO rounds (id, table_id, match, number, record, multiplier, at, settlement_id)
VALUES (2, 1, 2, 1, '{"v": 1, "result": {"end": "hu", "points": [-8, 0, 8]}}', 1, 3.5, NULL);
COMMIT;

BEGIN;
INSERT INTO postings (settlement_id, user_id, beans) VALUES (2, 11, 1), (2, 12, -2), (2, 13, 1);
INSERT INTO settlements (id, group_id, reason, author, at) VALUES (2, 1, '断线', 12, 4.5);
COMMIT;

INSERT INTO clocks (table_id, moment, due_at) VALUES (1, 10003, 33.5);
INSERT INTO pulse (id, at) VALUES (1, 4.5);
INSERT INTO carried (lane, update_id, at) VALUES ('table:1', 70, 3.5);
INSERT INTO links (token, table_id, user_id, expires_at) VALUES ('token', 1, 12, 100.0);
INSERT INTO messages (table_id, slot, chat_id, message_id) VALUES (1, 'board', -100, 55);
