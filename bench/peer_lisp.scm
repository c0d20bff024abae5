;; SPDX-License-Identifier: MIT
;; `guile peer_lisp.scm WORKLOAD WARM_SECONDS SECONDS`: the PTC-Lisp workloads that compare
;; the machines, in Scheme. Prints the CPU seconds of one round, a tab, and its result.
(use-modules (ice-9 format) (ice-9 regex) (srfi srfi-1))

(define (fib n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))

(define (count-up rounds)
  (let loop ((i 0) (a 0))
    (if (< i rounds) (loop (+ i 1) (modulo (+ a (* i 3)) 1000003)) a)))

(define (grow)
  (let loop ((i 0) (list '()))
    (if (< i 1000000) (loop (+ i 1) (cons i list)) (length list))))

(define (visits)
  (let ((users (make-hash-table 1000)))
    (do ((i 0 (+ i 1))) ((= i 1000))
      (hash-set! users (string-append "u" (number->string i)) (vector 0 "u")))
    (let ((keys (list->vector (map (lambda (i) (string-append "u" (number->string i)))
                                   (iota 1000)))))
      (do ((i 0 (+ i 1))) ((= i 1000000))
        (let ((user (hash-ref users (vector-ref keys (remainder (* i 7919) 1000)))))
          (vector-set! user 0 (+ 1 (vector-ref user 0)))))
      (vector-ref (hash-ref users "u7") 0))))

(define state 42)
(define (random-below bound)
  (set! state (modulo (* state 16807) 2147483647))
  (remainder state bound))

(define (make-lines count)
  (map (lambda (i)
         (let* ((level (list-ref '("INFO" "WARN" "ERROR" "DEBUG") (random-below 4)))
                (service (random-below 20))
                (user (random-below 1000))
                (item (random-below 10000)))
           (format #f "2026-01-17T10:22:~a ~a svc-~a user=~a path=/api/v1/item/~a ms=~a"
                   (remainder i 60) level service user item (random-below 5000))))
       (iota count)))

(define milliseconds (make-regexp "ms=([0-9]+)"))

(define (scan lines)
  (fold (lambda (line sum)
          (let* ((parts (string-split line #\space))
                 (ms (string->number (match:substring (regexp-exec milliseconds line) 1)))
                 (renamed (regexp-substitute/global #f "svc-" line 'pre "service:" 'post))
                 (joined (string-upcase (string-join parts ","))))
            (+ sum ms (string-length renamed) (string-length joined)
               (if (string=? (cadr parts) "ERROR") 1 0))))
        0 lines))

(define once
  (let ((workload (cadr (command-line))))
    (cond ((string=? workload "W4")
           (let ((lines (make-lines 10000))) (lambda () (scan lines))))
          ((string=? workload "W5a") (lambda () (count-up 10000000)))
          ((string=? workload "W5b") (lambda () (fib 30)))
          ((string=? workload "W6a") visits)
          ((string=? workload "W6b") grow)
          (else (exit 3)))))

(define (now) (/ (get-internal-run-time) internal-time-units-per-second 1.0))

(define (repeat seconds)
  (let ((start (now)))
    (let loop ((rounds 0) (result #f))
      (let ((passed (- (now) start)))
        (if (and (> rounds 0) (>= passed seconds))
            (cons (/ passed rounds) result)
            (loop (+ rounds 1) (once)))))))

(repeat (string->number (caddr (command-line))))
(let ((measured (repeat (string->number (cadddr (command-line))))))
  (format #t "~,9f\t~a\n" (car measured) (cdr measured)))
